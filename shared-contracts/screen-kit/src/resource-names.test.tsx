import { ad, adEndpoints, campaign, campaignEndpoints, company, companyEndpoints, type ResourceRecord } from '@adsite/contract'
import { useRouteParams } from '@adsite/remote'
import { expect, test } from 'vitest'
import { FieldValue, relation, RelatedTable, ResourceCreate, ResourceDetail, SectionList } from './index.ts'

// The compiler checks this file: an expected error that is missing fails `tsc`. Nothing of it is drawn.

const record = {} as ResourceRecord<typeof ad>
const routes = { listRoute: 'campaign.list', detailRoute: 'campaign.detail' } as const

const refused = [
  // @ts-expect-error -- an ad has no such field
  () => <FieldValue field={ad.fields.name} name="nmae" record={record} />,
  // @ts-expect-error -- the ads of a list have no such filter
  () => <SectionList resource={ad} endpoints={adEndpoints} prefix="" fixed={{ campagin_id: '1' }} detailRoute={null} emptyHint="" />,
  // @ts-expect-error -- a list without pages for its records says so: `detailRoute: null`
  () => <SectionList resource={ad} endpoints={adEndpoints} prefix="" fixed={{ campaign_id: '1' }} emptyHint="" />,
  // @ts-expect-error -- a campaign has no such filter
  () => relation({ ...routes, resource: campaign, list: campaignEndpoints.list, query: { companyid: '1' } }),
  () => (
    // @ts-expect-error -- a campaign has no such column
    <RelatedTable {...routes} resource={campaign} list={campaignEndpoints.list} query={{}} columns={['statuz']} createRoute={null} />
  ),
  () => (
    // @ts-expect-error -- a company has no such field
    <ResourceCreate resource={company} endpoints={companyEndpoints} {...routes} initial={{ nmae: '' }} />
  ),
  // @ts-expect-error -- the endpoints answer with companies
  () => <ResourceDetail resource={ad} endpoints={companyEndpoints} listRoute="campaign.list" />,
  () => (
    <ResourceDetail resource={ad} endpoints={adEndpoints} listRoute="campaign.list">
      {/* @ts-expect-error -- an ad has no such field */}
      {({ campagin_id }) => campagin_id}
    </ResourceDetail>
  ),
  // @ts-expect-error -- the path of the route has no such parameter
  () => useRouteParams<'campaign.next_ad'>().id,
]

test('the compiler refuses names that a resource does not declare', () => {
  expect(refused.length).toBe(9)
})
