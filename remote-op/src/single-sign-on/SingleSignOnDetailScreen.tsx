import { singleSignOn, singleSignOnEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'
import { ConnectionPanel } from './ConnectionPanel.tsx'
import { DomainsPanel } from './DomainsPanel.tsx'
import { GroupsPanel } from './GroupsPanel.tsx'
import { RequirementPanel } from './RequirementPanel.tsx'

export default function SingleSignOnDetailScreen() {
  return (
    <ResourceDetail resource={singleSignOn} endpoints={singleSignOnEndpoints} listRoute="single_sign_on.list">
      {({ id, has_secret }) => (
        <>
          <ConnectionPanel id={id} hasSecret={has_secret} />
          <DomainsPanel id={id} />
          <GroupsPanel id={id} />
          <RequirementPanel id={id} />
        </>
      )}
    </ResourceDetail>
  )
}
