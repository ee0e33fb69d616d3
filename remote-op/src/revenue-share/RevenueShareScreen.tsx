import { publisherGroupEndpoints, revenueShare, revenueShareEndpoints } from '@adsite/contract'
import { RouteLink, useRouteParams } from '@adsite/remote'
import { LoadFailure, Notice, Page, recordTab, RelatedTable, useResourceRecord } from '@adsite/screen-kit'
import { MonthlyRevenue } from './MonthlyRevenue.tsx'
import { useRevenueText } from './texts.ts'

/** The revenue shares of a media group (/op/revenueshare/{id}, spec/site "Operations area") and the resulting payments. */
export default function RevenueShareScreen() {
  const text = useRevenueText()
  const { id = '' } = useRouteParams<'revenue_share.group'>()
  const { record, missing, error, retry } = useResourceRecord(publisherGroupEndpoints.get, id)
  if (missing) {
    return (
      <Page title={text('missing')}>
        <Notice>
          <p>{text('missing_hint')}</p>
          <RouteLink to="publisher_group.list">{text('groups')}</RouteLink>
        </Notice>
      </Page>
    )
  }
  if (error) {
    return (
      <Page title={text('title')}>
        <LoadFailure error={error} retry={retry} />
      </Page>
    )
  }
  const name = record ? (
    <>
      {text('title')}
      <small>
        <RouteLink to="publisher_group.detail" params={{ id }}>
          {record.name}
        </RouteLink>
      </small>
    </>
  ) : (
    text('title')
  )
  return (
    <Page title={name} tab={record ? recordTab(record.name, text('title')) : undefined}>
      <RelatedTable
        resource={revenueShare}
        list={revenueShareEndpoints.list}
        label={{ ja: '分配率と期間', en: 'Shares and periods' }}
        query={{ publisher_group_id: id }}
        columns={['phase', 'rate', 'valid_from', 'valid_to']}
        detailRoute="revenue_share.detail"
        listRoute="revenue_share.list"
        createRoute="revenue_share.create"
      />
      <MonthlyRevenue publisherGroupId={Number(id)} />
    </Page>
  )
}
