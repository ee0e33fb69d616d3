import { revenueShare, revenueShareEndpoints } from '@adsite/contract'
import { OwnInputs, ResourceCreate } from '@adsite/screen-kit'
import { useSearchParams } from 'react-router-dom'
import { GroupAndMedium, groupAndMediumInputs } from './GroupAndMedium.tsx'

/** A new period; the URL names the group. */
export default function RevenueShareCreateScreen() {
  const [search] = useSearchParams()
  const group = search.get('publisher_group_id')
  return (
    <OwnInputs resource={revenueShare} inputs={groupAndMediumInputs}>
      <GroupAndMedium>
        <ResourceCreate
          resource={revenueShare}
          endpoints={revenueShareEndpoints}
          detailRoute="revenue_share.detail"
          {...(group === null ? { listRoute: 'publisher_group.list' } : { listRoute: 'revenue_share.group', listParams: { id: group } })}
        />
      </GroupAndMedium>
    </OwnInputs>
  )
}
