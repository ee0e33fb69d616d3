import type { ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { textReader } from '../base/text-reader.ts'
import { QuietBoundary } from './ScreenBoundary.tsx'

const useText = textReader('shell-dialog', {
  failed: {
    ja: '画面を表示できませんでした。通信状況を確認してもう一度お試しください。',
    en: 'The window could not be shown. Check your connection and try again.',
  },
})

/** Around a dialog, lazy or not: after an error the page stays as it is, and the dialog is closed, so that it can be opened again. */
export function DialogBoundary({ onClose, children }: { onClose: () => void; children: ReactNode }): ReactNode {
  const text = useText()
  function fail(): void {
    onClose()
    // What waited for the dialog goes first: its own message would replace this one.
    setTimeout(() => showAlert('error', [text('failed')]))
  }
  return <QuietBoundary onError={fail}>{children}</QuietBoundary>
}
