import { invitation, invitationRecordEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'

export default function InvitationDetailScreen() {
  return <ResourceDetail resource={invitation} endpoints={invitationRecordEndpoints} listRoute="invitation.list" />
}
