import { format, formatEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

export default function FormatCreateScreen() {
  return <ResourceCreate resource={format} endpoints={formatEndpoints} detailRoute="format.detail" listRoute="format.list" />
}
