import { accountUserEndpoints, accountUsers } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'
import { useUserKind } from '../account/account-kind.ts'
import { ViewAsButton } from './ViewAsButton.tsx'
import { MembershipSection } from './MembershipSection.tsx'

export default function UserDetailScreen() {
  const kind = useUserKind()
  return (
    <ResourceDetail
      key={kind}
      resource={accountUsers[kind]}
      endpoints={accountUserEndpoints[kind]}
      listRoute={`${kind}_user.list`}
      actions={ViewAsButton}
    >
      {({ id }) => <MembershipSection kind={kind} userId={id} />}
    </ResourceDetail>
  )
}
