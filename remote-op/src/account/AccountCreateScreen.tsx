import { ResourceCreate } from '@adsite/screen-kit'
import { accounts, useAccountKind } from './account-kind.ts'

export default function AccountCreateScreen() {
  const kind = useAccountKind()
  return <ResourceCreate key={kind} {...accounts[kind]} detailRoute={`${kind}.detail`} listRoute={`${kind}.list`} />
}
