import { label, labelEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

export default function LabelCreateScreen() {
  return <ResourceCreate resource={label} endpoints={labelEndpoints} detailRoute="label.detail" listRoute="label.list" />
}
