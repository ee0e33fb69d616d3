import { medium, mediumEndpoints, publisher, publisherEndpoints } from '@adsite/contract'
import { RelatedTable, ResourceDetail } from '@adsite/screen-kit'

export default function PublisherDetailScreen() {
  return (
    <ResourceDetail resource={publisher} endpoints={publisherEndpoints} listRoute="publisher.list">
      {({ id }) => (
        <>
          <RelatedTable
            resource={medium}
            list={mediumEndpoints.list}
            query={{ publisher_id: String(id) }}
            columns={['status', 'domain', 'space_count']}
            detailRoute="medium.detail"
            listRoute="medium.list"
            createRoute="medium.create"
          />
        </>
      )}
    </ResourceDetail>
  )
}
