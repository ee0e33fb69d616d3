import { invitationRecordEndpoints, revocableInvitation } from '@adsite/contract'
import { ResourceList } from '@adsite/screen-kit'

const emptyHint = {
  ja: 'ユーザー一覧の「ユーザーを招待」から招待メールを送信できます。',
  en: 'Invitations are sent from the list of users.',
}

export default function InvitationListScreen() {
  return (
    <ResourceList
      resource={revocableInvitation}
      endpoints={invitationRecordEndpoints}
      detailRoute="invitation.detail"
      createRoute={null}
      emptyHint={emptyHint}
    />
  )
}
