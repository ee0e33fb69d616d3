import { space, spaceEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

export default function SpaceCreateScreen() {
  return <ResourceCreate resource={space} endpoints={spaceEndpoints} detailRoute="space.detail" listRoute="space.list" />
}
