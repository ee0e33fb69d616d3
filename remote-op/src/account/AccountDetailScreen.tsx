import type { AnyResource } from '@adsite/contract'
import { RelatedRecords, ResourceDetail } from '@adsite/screen-kit'
import { accounts, useAccountKind } from './account-kind.ts'
import { RequirementPanel } from '../factor-requirement/RequirementPanel.tsx'
import { FourEyesPanel } from '../four-eyes/FourEyesPanel.tsx'
import { relationsOf } from './relations.ts'

export default function AccountDetailScreen() {
  const kind = useAccountKind()
  return (
    <ResourceDetail<AnyResource> key={kind} {...accounts[kind]} listRoute={`${kind}.list`}>
      {({ id, name }) => (
        <>
          <RequirementPanel accountId={id} kind={kind} name={String(name)} />
          <FourEyesPanel accountId={id} kind={kind} name={String(name)} />
          <RelatedRecords relations={relationsOf[kind](id)} />
        </>
      )}
    </ResourceDetail>
  )
}
