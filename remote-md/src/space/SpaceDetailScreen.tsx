import { space, spaceEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'

export default function SpaceDetailScreen() {
  return <ResourceDetail resource={space} endpoints={spaceEndpoints} listRoute="space.list" />
}
