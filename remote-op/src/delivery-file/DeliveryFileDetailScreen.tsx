import { deliveryFile, deliveryFileEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'
import { RefusedLines } from './RefusedLines.tsx'

export default function DeliveryFileDetailScreen() {
  return (
    <ResourceDetail resource={deliveryFile} endpoints={deliveryFileEndpoints} listRoute="delivery_file.list">
      {({ id }) => <RefusedLines fileId={id} />}
    </ResourceDetail>
  )
}
