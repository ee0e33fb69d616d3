import type { Visit } from '@adsite/remote'
import { preloadList, ResourceList } from '@adsite/screen-kit'
import { accountKindOf, accounts, useAccountKind } from './account-kind.ts'

const emptyHint = {
  ja: 'アカウントは企業に属します。企業を登録してから、アカウントを登録してください。',
  en: 'An account belongs to a company. Create the company first, then the account.',
}

export default function AccountListScreen() {
  const kind = useAccountKind()
  return <ResourceList key={kind} {...accounts[kind]} detailRoute={`${kind}.detail`} createRoute={`${kind}.create`} emptyHint={emptyHint} />
}

AccountListScreen.preload = (visit: Visit) => preloadList(accounts[accountKindOf(visit.pathname)], visit)
