import { MissingDialog } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { textReader } from '../base/text-reader.ts'
import { useCommonText } from '../base/use-shell-text.ts'
import { isChunkLoadError } from '../federation/index.ts'
import { QuietBoundary } from './ScreenBoundary.tsx'

const useText = textReader('shell-dialog', {
  failed: {
    ja: '画面を表示できませんでした。もう一度お試しください。',
    en: 'The window could not be shown. Try again.',
  },
  missing: {
    ja: '読み込みに失敗しました。自動的に再試行します。',
    en: 'This could not be loaded. The site keeps trying.',
  },
})

/**
 * Around a dialog, lazy or not: after an error the page stays as it is. Where code did not arrive, a dialog says so until it
 * does; after any other error the dialog is closed, so that it can be opened again.
 */
export function DialogBoundary({ onClose, children }: { onClose: () => void; children: ReactNode }): ReactNode {
  const text = useText()
  const common = useCommonText()
  function fail(error: unknown): void {
    if (isChunkLoadError(error)) return
    onClose()
    // What waited for the dialog goes first: its own message would replace this one.
    setTimeout(() => showAlert('error', [text('failed')]))
  }
  return (
    <QuietBoundary
      onError={fail}
      renderFailure={({ error, retry }) =>
        isChunkLoadError(error) && (
          <MissingDialog className="notice" message={text('missing')} onClose={onClose}>
            <button type="button" className="button second" onClick={onClose}>
              {common('close')}
            </button>{' '}
            <button type="button" className="button" onClick={retry}>
              {common('retry')}
            </button>
          </MissingDialog>
        )
      }
    >
      {children}
    </QuietBoundary>
  )
}
