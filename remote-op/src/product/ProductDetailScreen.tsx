import { product, productEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'

export default function ProductDetailScreen() {
  return <ResourceDetail resource={product} endpoints={productEndpoints} listRoute="product.list" />
}
