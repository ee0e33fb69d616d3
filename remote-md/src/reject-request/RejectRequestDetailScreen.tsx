import { useApiQuery } from '@adsite/api-client'
import { advertisementEndpoints, rejectRequest, rejectRequestEndpoints } from '@adsite/contract'
import { ResourceDetail, type KitRecord } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { AdvertisementPreview } from '../advertisement/AdvertisementPreview.tsx'

/** What the request is about, for whoever decides. */
function Subject({ record }: { record: KitRecord }): ReactNode {
  const id = record['advertisement_id'] as number
  const { data } = useApiQuery(advertisementEndpoints.get, { params: { id } })
  return data ? <AdvertisementPreview id={id} record={data.data as unknown as KitRecord} /> : null
}

export default function RejectRequestDetailScreen() {
  return (
    <ResourceDetail resource={rejectRequest} endpoints={rejectRequestEndpoints} listRoute="reject_request.list">
      {(record) => <Subject record={record} />}
    </ResourceDetail>
  )
}
