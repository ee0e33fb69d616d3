import { product, productEndpoints } from '@adsite/contract'
import { ResourceImport } from '@adsite/screen-kit'

export default function ProductImportScreen() {
  return <ResourceImport resource={product} endpoints={productEndpoints} listRoute="product.list" />
}
