import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { NoticeBar } from '../element/NoticeBar.tsx'
import { useShellText } from '../base/use-shell-text.ts'
import { pageOutdatedAtom } from './page-outdated.ts'

/** Asks to reload a page that the API no longer serves. It never reloads by itself: something may be unsaved. */
export function OutdatedNotice(): ReactNode {
  const text = useShellText()
  if (!useAtomValue(pageOutdatedAtom)) return null
  return (
    <NoticeBar
      label={text('outdated_label')}
      text={text('outdated')}
      action={text('outdated_reload')}
      onAction={() => window.location.reload()}
    />
  )
}
