import { accountAtom, sessionAtom } from '@adsite/auth'
import { getDefaultStore } from 'jotai'
import type { PreviewSettings } from '../base/read-settings.ts'

/** Reloads the page, which then has what is released. */
const leave = () => window.location.reload()

/** Ends the preview in this page with its time, or when the API names another account than the page was made for. */
export function endPreviewWithSession({ account_id, left }: PreviewSettings): void {
  const store = getDefaultStore()
  store.sub(sessionAtom, () => {
    if (store.get(sessionAtom) !== undefined && store.get(accountAtom)?.accountId !== account_id) leave()
  })
  if (left !== undefined) setTimeout(leave, left)
}
