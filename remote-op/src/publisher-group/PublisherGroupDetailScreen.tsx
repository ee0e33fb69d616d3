import { medium, mediumEndpoints, publisher, publisherEndpoints, publisherGroup, publisherGroupEndpoints } from '@adsite/contract'
import { relation, RelatedRecords, ResourceDetail, type Relation } from '@adsite/screen-kit'
import { usersOf } from '../account/relations.ts'
import { RequirementPanel } from '../factor-requirement/RequirementPanel.tsx'
import { FourEyesPanel } from '../four-eyes/FourEyesPanel.tsx'
import { RevenueShareLink } from '../revenue-share/RevenueShareLink.tsx'

function belowGroup(id: number): Relation[] {
  const query = { publisher_group_id: String(id) }
  return [
    relation({
      resource: publisher,
      list: publisherEndpoints.list,
      listRoute: 'publisher.list',
      detailRoute: 'publisher.detail',
      query,
      createRoute: 'publisher.create',
    }),
    relation({ resource: medium, list: mediumEndpoints.list, listRoute: 'medium.list', detailRoute: 'medium.detail', query }),
  ]
}

export default function PublisherGroupDetailScreen() {
  return (
    <ResourceDetail resource={publisherGroup} endpoints={publisherGroupEndpoints} listRoute="publisher_group.list">
      {({ id, account_id, name }) => (
        <>
          <RequirementPanel accountId={account_id} kind="pg" name={name} />
          <FourEyesPanel accountId={account_id} kind="pg" name={name} />
          <RelatedRecords relations={[usersOf('pg', account_id), ...belowGroup(id)]} />
          <RevenueShareLink publisherGroupId={id} />
        </>
      )}
    </ResourceDetail>
  )
}
