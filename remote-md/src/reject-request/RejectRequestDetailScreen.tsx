import { useApiQuery } from '@adsite/api-client'
import { advertisementEndpoints, rejectRequest, rejectRequestEndpoints, type ResourceRecord } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { AdvertisementPreview } from '../advertisement/AdvertisementPreview.tsx'

/** The subject of the request, for the decision. */
function Subject({ record }: { record: ResourceRecord<typeof rejectRequest> }): ReactNode {
  const id = record.advertisement_id
  const { data } = useApiQuery(advertisementEndpoints.get, { params: { id } })
  return data ? <AdvertisementPreview id={id} record={data.data} /> : null
}

export default function RejectRequestDetailScreen() {
  return (
    <ResourceDetail resource={rejectRequest} endpoints={rejectRequestEndpoints} listRoute="reject_request.list">
      {(record) => <Subject record={record} />}
    </ResourceDetail>
  )
}
