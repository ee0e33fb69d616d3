import { company, companyEndpoints } from '@adsite/contract'
import { RelatedRecords, ResourceDetail } from '@adsite/screen-kit'
import { accountsBy, groupsBy } from '../account/relations.ts'

export default function CompanyDetailScreen() {
  return (
    <ResourceDetail resource={company} endpoints={companyEndpoints} listRoute="company.list">
      {({ id }) => (
        <RelatedRecords
          relations={[
            accountsBy('advertiser', 'company_id', id),
            accountsBy('agency', 'company_id', id),
            accountsBy('rep', 'company_id', id),
            accountsBy('ptd', 'company_id', id),
            groupsBy('company_id', id),
          ]}
        />
      )}
    </ResourceDetail>
  )
}
