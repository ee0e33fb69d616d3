import { revenueShare, revenueShareEndpoints } from '@adsite/contract'
import { useRouteParams } from '@adsite/remote'
import { ResourceDetail, useResourceRecord } from '@adsite/screen-kit'

const { rate, valid_from } = revenueShare.fields

/** Only the end of the current period can change (spec/domain "Revenue share": the past is immutable). */
const endOnly = {
  ...revenueShare,
  fields: { ...revenueShare.fields, rate: { ...rate, access: 'read' as const }, valid_from: { ...valid_from, access: 'read' as const } },
}

export default function RevenueShareDetailScreen() {
  const { id = '' } = useRouteParams<'revenue_share.detail'>()
  const { record } = useResourceRecord(revenueShareEndpoints.get, id)
  const group = record?.publisher_group_id
  return (
    <ResourceDetail
      resource={record?.phase === 'CURRENT' ? endOnly : revenueShare}
      endpoints={revenueShareEndpoints}
      {...(group === undefined ? { listRoute: 'publisher_group.list' } : { listRoute: 'revenue_share.group', listParams: { id: group } })}
    />
  )
}
