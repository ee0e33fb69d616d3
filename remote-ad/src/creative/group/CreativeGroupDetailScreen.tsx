import { creativeGroup, creativeGroupEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'
import { GroupCreatives } from './GroupCreatives.tsx'

export default function CreativeGroupDetailScreen() {
  return (
    <ResourceDetail resource={creativeGroup} endpoints={creativeGroupEndpoints} listRoute="creative_group.list">
      {({ id }) => <GroupCreatives groupId={id} />}
    </ResourceDetail>
  )
}
