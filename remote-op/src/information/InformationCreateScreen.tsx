import { information, informationEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

export default function InformationCreateScreen() {
  return (
    <ResourceCreate resource={information} endpoints={informationEndpoints} detailRoute="information.detail" listRoute="information.list" />
  )
}
