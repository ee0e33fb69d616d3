import { company, companyEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

export default function CompanyCreateScreen() {
  return <ResourceCreate resource={company} endpoints={companyEndpoints} detailRoute="company.detail" listRoute="company.list" />
}
