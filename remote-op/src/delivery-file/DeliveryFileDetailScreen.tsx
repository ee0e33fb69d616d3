import { deliveryFile, deliveryFileEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'
import { AdvertiserSums } from './AdvertiserSums.tsx'
import { RefusedLines } from './RefusedLines.tsx'

export default function DeliveryFileDetailScreen() {
  return (
    <ResourceDetail resource={deliveryFile} endpoints={deliveryFileEndpoints} listRoute="delivery_file.list">
      {({ id, advertiser_account_id }) => (
        <>
          {advertiser_account_id === null ? <AdvertiserSums fileId={id} /> : null}
          <RefusedLines fileId={id} />
        </>
      )}
    </ResourceDetail>
  )
}
