import type { ReactNode } from 'react'
import { useCommonText, useShellText } from '../../base/use-shell-text.ts'

/** Shown if the accounts could not be fetched: the error message and a retry button. */
export function SessionFailed({ error, onRetry }: { error: Error; onRetry: () => void }): ReactNode {
  const shellText = useShellText()
  const common = useCommonText()
  return (
    <main className="notice" role="alert">
      <h1>{shellText('session_failed')}</h1>
      <p>{error.message}</p>
      <p>{shellText('session_failed_help')}</p>
      <button type="button" className="button" onClick={onRetry}>
        {common('retry')}
      </button>
    </main>
  )
}
