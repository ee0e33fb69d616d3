import { frame, frameEndpoints, medium, mediumEndpoints, space, spaceEndpoints } from '@adsite/contract'
import { RelatedTable, ResourceDetail } from '@adsite/screen-kit'

export default function MediumDetailScreen() {
  return (
    <ResourceDetail resource={medium} endpoints={mediumEndpoints} listRoute="medium.list">
      {({ id }) => (
        <>
          <RelatedTable
            resource={space}
            list={spaceEndpoints.list}
            query={{ medium_id: String(id) }}
            columns={['status', 'position', 'reserve_price', 'frame_count']}
            detailRoute="space.detail"
            listRoute="space.list"
            createRoute="space.create"
          />
          <RelatedTable
            resource={frame}
            list={frameEndpoints.list}
            query={{ medium_id: String(id) }}
            columns={['status', 'code', 'width', 'height', 'reserve_price']}
            detailRoute="frame.detail"
            listRoute="frame.list"
            createRoute={null}
          />
        </>
      )}
    </ResourceDetail>
  )
}
