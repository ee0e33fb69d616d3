import { publisher, publisherEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

export default function PublisherCreateScreen() {
  return <ResourceCreate resource={publisher} endpoints={publisherEndpoints} detailRoute="publisher.detail" listRoute="publisher.list" />
}
