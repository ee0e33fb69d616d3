import { useAccount } from '@adsite/auth'
import { invitationRecordEndpoints, invitationTo, type UserKind } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { ResourceCreate } from '@adsite/screen-kit'
import { useUserKind } from '../account/account-kind.ts'
import { inviteTitle } from '../account/invite-title.ts'

const endpoints = { create: invitationRecordEndpoints.invite }
const texts = {
  submit: { ja: '招待メールを送信', en: 'Send the invitation' },
  done: { ja: '招待メールを送信しました', en: 'The invitation was mailed.' },
}
const resources = {
  advertiser: invitationTo('advertiser'),
  agency: invitationTo('agency'),
  rep: invitationTo('rep'),
  ptd: invitationTo('ptd'),
  pg: invitationTo('pg'),
} as const satisfies Record<UserKind, unknown>

export default function UserInviteScreen() {
  const kind = useUserKind()
  const account = useAccount()
  const language = useLanguage()
  // Roles other than the administrator invite users to their own account.
  const own: Readonly<Record<string, number>> = account?.role === kind ? { account_id: account.accountId } : {}
  return (
    <ResourceCreate
      key={kind}
      resource={resources[kind]}
      endpoints={endpoints}
      detailRoute="invitation.detail"
      listRoute={`${kind}_user.list`}
      initial={{ locale: language, ...own }}
      texts={{ ...texts, title: inviteTitle(kind) }}
    />
  )
}
