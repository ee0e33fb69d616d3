import { company, companyEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'

export default function CompanyDetailScreen() {
  return <ResourceDetail resource={company} endpoints={companyEndpoints} listRoute="company.list" />
}
