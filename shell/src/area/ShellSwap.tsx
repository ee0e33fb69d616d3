import type { BriefPointers } from '@adsite/remote'
import { useEffect, useState, type ReactNode } from 'react'
import { useShellText } from '../base/use-shell-text.ts'
import { NoticeBar } from '../element/NoticeBar.tsx'
import { shellBuild, usePointers } from '../federation/index.ts'
import { watchInput } from './unsaved-input.ts'
import { awaitSwap } from './use-swap.ts'

/** The newest revision that named the shell of this page; -1 if none did so far. */
let seenAt = -1

/** The revision for which this page has to reload, after `rollback --now` of the shell; null: it stays. */
export function reloadDue(live: BriefPointers['shell'], own: string | null): number | null {
  if (!live || own === null) return null
  if (live.build === own) seenAt = Math.max(seenAt, live.rev)
  return live.build !== own && live.now !== undefined && live.now > seenAt ? live.now : null
}

/** Revision for which this tab has reloaded. */
const reloadedFor = 'adsite.shell-reload'

/** Whether the tab reloaded for this revision already: a gateway that hears of it later may still serve the former shell. */
function hasReloaded(rev: number): boolean {
  try {
    return Number(sessionStorage.getItem(reloadedFor) ?? -1) >= rev
  } catch {
    // Without storage nobody could stop a loop, so the user is asked.
    return true
  }
}

async function reload(rev: number): Promise<true> {
  sessionStorage.setItem(reloadedFor, String(rev))
  window.location.reload()
  return true
}

/**
 * Reloads the page after `rollback --now` of the shell, which open pages otherwise keep: at once where nothing would be
 * lost, else after a question (docs/releasing.md "Open pages").
 */
export function ShellSwap(): ReactNode {
  const text = useShellText()
  const due = reloadDue(usePointers().shell, shellBuild())
  const [asking, setAsking] = useState(false)
  useEffect(watchInput, [])
  useEffect(() => {
    if (due !== null && !hasReloaded(due)) return awaitSwap({ atOnce: true, swap: () => reload(due), ask: setAsking })
  }, [due])
  if (!asking && !(due !== null && hasReloaded(due))) return null
  return (
    <NoticeBar
      label={text('swap_notice_label')}
      text={text('shell_swap_notice')}
      action={text('outdated_reload')}
      onAction={() => window.location.reload()}
    />
  )
}
