import type { ReactNode } from 'react'
import { NoticeBar } from '../element/NoticeBar.tsx'
import { useShellText } from '../base/use-shell-text.ts'

/** Asks before a build is swapped under unsaved input. */
export function SwapNotice({ onSwap }: { onSwap: () => void }): ReactNode {
  const text = useShellText()
  return <NoticeBar label={text('swap_notice_label')} text={text('swap_notice')} action={text('swap_now')} onAction={onSwap} />
}
