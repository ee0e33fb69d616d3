import type { AnyResource } from '@adsite/contract'
import { RelatedRecords, ResourceDetail } from '@adsite/screen-kit'
import { accounts, useAccountKind } from './account-kind.ts'
import { relationsOf } from './relations.ts'

export default function AccountDetailScreen() {
  const kind = useAccountKind()
  return (
    <ResourceDetail<AnyResource> key={kind} {...accounts[kind]} listRoute={`${kind}.list`}>
      {({ id }) => <RelatedRecords relations={relationsOf[kind](id)} />}
    </ResourceDetail>
  )
}
