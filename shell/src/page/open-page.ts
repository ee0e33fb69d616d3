import { tell } from '@adsite/api-client'
import { sessionAtom } from '@adsite/auth'
import { openPageEndpoint, openPageMinutes, type EndpointBody } from '@adsite/contract'
import { retryPause } from '@adsite/screen-kit'
import { getDefaultStore } from 'jotai'
import { developedBuild, shellBuild, type BuildName } from '../federation/index.ts'

/** Delay that joins leaving one screen and showing the next (milliseconds). */
const settle = 500

const page = crypto.randomUUID()
let shown: BuildName | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let reporting = false
let failures = 0

/** What this page runs; null where it does not count. */
function running(): EndpointBody<typeof openPageEndpoint> | null {
  const shell = shellBuild()
  if (shell === null || !getDefaultStore().get(sessionAtom)) return null
  // What runs from sources is no release.
  const area = shown && !developedBuild(shown.area) ? { unit: shown.area, build: shown.build } : null
  return { page, shell, area }
}

/** Reports one after the other, so that none is stored after one that was sent later, and again where the server did not answer. */
async function report(): Promise<void> {
  timer = undefined
  if (reporting) return reportIn(settle)
  const body = running()
  reporting = true
  failures = body === null || (await tell(openPageEndpoint, body)) ? 0 : failures + 1
  reporting = false
  if (timer === undefined) reportIn(failures > 0 ? retryPause(failures - 1) : openPageMinutes * 60_000 * (0.8 + Math.random() * 0.2))
}

function reportIn(delay: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void report(), delay)
}

function reportClosed(): void {
  clearTimeout(timer)
  const body = running()
  if (body) void tell(openPageEndpoint, { ...body, closed: true })
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
  window.addEventListener('pagehide', reportClosed)
  window.addEventListener('pageshow', ({ persisted }) => persisted && reportIn(0))
}
