import { call, refresh, refreshed } from '@adsite/api-client'
import { creativeEndpoints, type creative, type ResourceRecord } from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { useState } from 'react'
import { useScreenText } from '../base/texts.ts'

interface BulkApproval {
  readonly running: boolean
  /** Approves the given creatives as they are shown; failures are listed in the message bar. */
  readonly approve: (shown: readonly ResourceRecord<typeof creative>[]) => Promise<void>
}

/** Bulk approval of creatives, with a result for each. */
export function useBulkApproval(onDone: () => void): BulkApproval {
  const t = useScreenText()
  const shell = useShell()
  const [running, setRunning] = useState(false)

  async function approve(shown: readonly ResourceRecord<typeof creative>[]): Promise<void> {
    setRunning(true)
    const body = { action: 'approve', ids: shown.map(({ id }) => id), versions: shown.map(({ version }) => version) }
    const outcome = await shell.run(() => call(creativeEndpoints.bulk, { body }))
    setRunning(false)
    if (outcome.done) {
      const { total, done, results } = outcome.value.data
      const refused = results.filter(({ ok }) => !ok).map(({ name, message }) => t('result', { name: name ?? '–', message: message ?? '' }))
      if (refused.length === 0) shell.alert('success', [t('approved_all', { count: done })], { autoClose: true })
      else shell.alert('warn', [t('approved_some', { count: done, total }), ...refused])
      onDone()
    } else {
      // They may have been approved all the same: the answer got lost.
      refresh(creativeEndpoints.bulk)
    }
    await refreshed()
  }

  return { running, approve }
}
