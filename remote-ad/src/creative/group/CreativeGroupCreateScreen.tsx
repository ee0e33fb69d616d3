import { useRole, useSession } from '@adsite/auth'
import { creativeGroup, creativeGroupEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

/** Advertisers create groups for themselves, so the advertiser is prefilled. */
export default function CreativeGroupCreateScreen() {
  const role = useRole()
  const account = useSession()?.using_account_id ?? null
  return (
    <ResourceCreate
      resource={creativeGroup}
      endpoints={creativeGroupEndpoints}
      detailRoute="creative_group.detail"
      listRoute="creative_group.list"
      {...(role === 'advertiser' ? { initial: { advertiser_account_id: account } } : {})}
    />
  )
}
