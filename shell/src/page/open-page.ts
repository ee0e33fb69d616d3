import { tell } from '@adsite/api-client'
import { sessionAtom } from '@adsite/auth'
import { openPageEndpoint, openPageMinutes } from '@adsite/contract'
import { getDefaultStore } from 'jotai'
import { developedBuild, shellBuild, type BuildName } from '../federation/index.ts'

/** Delay that joins leaving one screen and showing the next (milliseconds). */
const settle = 500

const page = crypto.randomUUID()
let shown: BuildName | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function report(closed: boolean): void {
  clearTimeout(timer)
  timer = undefined
  const shell = shellBuild()
  if (shell === null || !getDefaultStore().get(sessionAtom)) return
  // What runs from sources is no release.
  const area = shown && !developedBuild(shown.area) ? { unit: shown.area, build: shown.build } : null
  tell(openPageEndpoint, { page, shell, area, ...(closed ? { closed: true as const } : {}) })
  if (!closed) reportIn(openPageMinutes * 60_000 * (0.8 + Math.random() * 0.2))
}

function reportIn(delay: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => report(false), delay)
}

/** Called when a build of an area is shown; returns the function to call when it no longer is. */
export function showsBuild(build: BuildName): () => void {
  shown = build
  reportIn(settle)
  return () => {
    if (shown !== build) return
    shown = null
    reportIn(settle)
  }
}

/** Reports which builds this page runs, so that the releases page can count who is still on which. */
export function reportOpenPage(): void {
  reportIn(settle)
  window.addEventListener('pagehide', () => report(true))
  window.addEventListener('pageshow', ({ persisted }) => persisted && report(false))
}
