import { advertisement, advertisementEndpoints, type ResourceRecord } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'
import { AdvertisementPreview } from './AdvertisementPreview.tsx'
import { PlacesSection } from './PlacesSection.tsx'
import { RejectActions } from './RejectActions.tsx'

/** The ad as displayed comes first, because it is what users look for and decide about. */
function Lead({ record }: { record: ResourceRecord<typeof advertisement> }) {
  return <AdvertisementPreview id={record.id} record={record} />
}

/** Of the panel of a preview, with a creative of the usual height. */
const previewHeight = 252

export default function AdvertisementDetailScreen() {
  return (
    <ResourceDetail
      resource={advertisement}
      endpoints={advertisementEndpoints}
      listRoute="advertisement.list"
      lead={Lead}
      leadRoom={previewHeight}
      actions={RejectActions}
    >
      {(record) => <PlacesSection record={record} />}
    </ResourceDetail>
  )
}
