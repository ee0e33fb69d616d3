import type { ReactNode } from 'react'
import { useCommonText, useShellText } from '../../base/use-shell-text.ts'

/** The accounts could not be read: what the API or the connection said, and a way to try again. */
export function SessionFailed({ error, onRetry }: { error: Error; onRetry: () => void }): ReactNode {
  const shellText = useShellText()
  const common = useCommonText()
  return (
    <main className="notice" role="alert">
      <h1>{shellText('session_failed')}</h1>
      <p>{error.message}</p>
      <button type="button" className="button" onClick={onRetry}>
        {common('retry')}
      </button>
    </main>
  )
}
