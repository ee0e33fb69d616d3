import { medium, mediumEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

export default function MediumCreateScreen() {
  return <ResourceCreate resource={medium} endpoints={mediumEndpoints} detailRoute="medium.detail" listRoute="medium.list" />
}
