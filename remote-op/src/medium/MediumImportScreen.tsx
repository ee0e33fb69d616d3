import { medium, mediumEndpoints } from '@adsite/contract'
import { ResourceImport } from '@adsite/screen-kit'

export default function MediumImportScreen() {
  return <ResourceImport resource={medium} endpoints={mediumEndpoints} listRoute="medium.list" />
}
