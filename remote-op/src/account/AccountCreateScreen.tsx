import { useApiQuery } from '@adsite/api-client'
import { referenceEndpoint, type advertiser, type AnyResource } from '@adsite/contract'
import { ResourceCreate, type Followed } from '@adsite/screen-kit'
import { accounts, useAccountKind } from './account-kind.ts'

/** Accounts usually have the name of their company, so the name follows it until the user types another. */
const nameOfCompany: Followed<typeof advertiser> = {
  from: ['company_id'],
  useWanted: ([company]) => {
    const chosen = typeof company === 'number'
    const found = useApiQuery(referenceEndpoint('company'), { query: { ids: String(company) } }, { enabled: chosen })
    return { name: chosen ? (found.data?.data[0]?.name ?? null) : null }
  },
}

export default function AccountCreateScreen() {
  const kind = useAccountKind()
  return (
    <ResourceCreate<AnyResource>
      key={kind}
      {...accounts[kind]}
      followed={nameOfCompany}
      detailRoute={`${kind}.detail`}
      listRoute={`${kind}.list`}
    />
  )
}
