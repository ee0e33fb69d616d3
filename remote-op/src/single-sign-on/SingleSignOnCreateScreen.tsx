import { singleSignOn, singleSignOnEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

export default function SingleSignOnCreateScreen() {
  return (
    <ResourceCreate
      resource={singleSignOn}
      endpoints={singleSignOnEndpoints}
      detailRoute="single_sign_on.detail"
      listRoute="single_sign_on.list"
      initial={{ groups_claim: 'groups' }}
    />
  )
}
