import { rejectRequest, rejectRequestEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'
import { PreviewSection } from '../advertisement/PreviewSection.tsx'

export default function RejectRequestDetailScreen() {
  return (
    <ResourceDetail resource={rejectRequest} endpoints={rejectRequestEndpoints} listRoute="reject_request.list">
      {/* What the request is about, for whoever decides. */}
      {(record) => <PreviewSection record={{ ...record, id: record['advertisement_id'] as number }} />}
    </ResourceDetail>
  )
}
