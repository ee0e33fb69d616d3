import { holdsDrafts } from '@adsite/auth'
import type { SessionData } from '@adsite/contract'
import { i18n } from '@adsite/i18n'
import { shellNamespace } from '../base/texts.ts'
import { showSnackbar } from './alert-state.ts'

const text = (key: string, values = {}) => i18n.t(key, { ns: shellNamespace, ...values })

/** Says that another tab has led to the account or the user of this session, and where unsaved input comes back if any is kept. */
export function tellOfOtherTab({ accounts, using_account_id, user, viewing }: SessionData): void {
  if (viewing) return showSnackbar('info', [text('viewing_elsewhere', { name: user.name })])
  const account = accounts.find(({ account_id }) => account_id === using_account_id)
  showSnackbar('info', [text('switched_elsewhere', { account: account?.name ?? '' }), ...(holdsDrafts() ? [text('input_kept')] : [])])
}
