import { accountUserEndpoints, accountUsers } from '@adsite/contract'
import type { Visit } from '@adsite/remote'
import { preloadList, ResourceList } from '@adsite/screen-kit'
import { useUserKind, userKindOf } from '../account/account-kind.ts'
import { OpenInvitations } from './OpenInvitations.tsx'

const emptyHint = {
  ja: 'メールで招待されたユーザーが登録すると、ここに表示されます。',
  en: 'Users appear here once they have accepted the invitation that was mailed to them.',
}
const createLabel = { ja: 'ユーザーを招待', en: 'Invite a user' }

export default function UserListScreen() {
  const kind = useUserKind()
  return (
    <ResourceList
      key={kind}
      resource={accountUsers[kind]}
      endpoints={accountUserEndpoints[kind]}
      detailRoute={`${kind}_user.detail`}
      createRoute={`${kind}_user.create`}
      createLabel={createLabel}
      emptyHint={emptyHint}
    >
      <OpenInvitations kind={kind} />
    </ResourceList>
  )
}

UserListScreen.preload = (visit: Visit) => {
  const kind = userKindOf(visit.pathname)
  return preloadList({ resource: accountUsers[kind], endpoints: accountUserEndpoints[kind] }, visit)
}
