import { ApiError, refreshed } from '@adsite/api-client'
import { useShell } from '@adsite/remote'
import { useState } from 'react'

interface Acting {
  readonly busy: boolean
  /** Carries something out, and says so; answers what was wrong with a field, null for nothing. */
  act(work: () => Promise<unknown>, words: string, field?: string): Promise<string | null>
}

/** Changes what belongs to a provider and reads the page again. */
export function useAct(): Acting {
  const shell = useShell()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async act(work, words, field) {
      setBusy(true)
      const outcome = await shell.run(work, field === undefined ? [] : [field])
      if (outcome.done) await refreshed()
      setBusy(false)
      if (outcome.done) {
        shell.alert('success', [words], { autoClose: true })
        return null
      }
      const told = outcome.error instanceof ApiError && field !== undefined ? outcome.error.errors[field] : undefined
      return told?.[0] ?? ''
    },
  }
}
