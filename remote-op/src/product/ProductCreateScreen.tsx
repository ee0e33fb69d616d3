import { product, productEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

export default function ProductCreateScreen() {
  return <ResourceCreate resource={product} endpoints={productEndpoints} detailRoute="product.detail" listRoute="product.list" />
}
