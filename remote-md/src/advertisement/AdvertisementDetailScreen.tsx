import { advertisement, advertisementEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'
import { PlacesSection } from './PlacesSection.tsx'
import { PreviewSection } from './PreviewSection.tsx'
import { RejectActions } from './RejectActions.tsx'

export default function AdvertisementDetailScreen() {
  return (
    <ResourceDetail resource={advertisement} endpoints={advertisementEndpoints} listRoute="advertisement.list">
      {(record) => (
        <>
          <RejectActions record={record} />
          <PreviewSection record={record} />
          <PlacesSection record={record} />
        </>
      )}
    </ResourceDetail>
  )
}
