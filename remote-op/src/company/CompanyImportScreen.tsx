import { company, companyEndpoints } from '@adsite/contract'
import { ResourceImport } from '@adsite/screen-kit'

export default function CompanyImportScreen() {
  return <ResourceImport resource={company} endpoints={companyEndpoints} listRoute="company.list" />
}
