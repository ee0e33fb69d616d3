import { publisherGroup, publisherGroupEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

export default function PublisherGroupCreateScreen() {
  return (
    <ResourceCreate
      resource={publisherGroup}
      endpoints={publisherGroupEndpoints}
      detailRoute="publisher_group.detail"
      listRoute="publisher_group.list"
    />
  )
}
