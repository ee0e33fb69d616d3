import { ApiError, apiInTrouble, tell } from '@adsite/api-client'
import { failureDetails, releaseBeaconEndpoint, releaseBeaconLimit, type BeaconPhase, type ReleaseBeacon } from '@adsite/contract'
import * as v from 'valibot'
import { areaOfPath, findRoute } from '../guard/route-access.ts'
import { AreaLoadError } from './area-load-error.ts'
import { developedOrigin } from './development.ts'
import { keepWorking, pointers } from './pointers.ts'
import { failedFile } from './renew-chunk.ts'

/** One build of a remote. */
export interface BuildName {
  readonly area: string
  readonly build: string
}

/** Beacons wait this long for others, unless the page is left (milliseconds). */
const patience = 3000

let waiting: ReleaseBeacon[] = []
let timer: ReturnType<typeof setTimeout> | undefined

function send(): void {
  clearTimeout(timer)
  timer = undefined
  const beacons = waiting.slice(-releaseBeaconLimit)
  waiting = []
  if (beacons.length > 0) tell(releaseBeaconEndpoint, { beacons })
}

type Details = Pick<ReleaseBeacon, 'route' | 'error'>

function add({ area, build }: BuildName, phase: BeaconPhase, ok: boolean, details: Details = {}): void {
  // What fails on a developer's machine says nothing about a release.
  if (developedOrigin(area) !== null) return
  const live = pointers().remotes[area]
  // For an account that tries the canary the pointers name it as what runs.
  const canary = live?.canary != null && live.canary.build.build === live.stable.build
  waiting.push({ remote: area, build, canary, phase, ok, ...details })
  timer ??= setTimeout(send, patience)
}

/** Phases that a stay in an area has said to have failed: a screen that fails again and again says so once. */
const failed = new Set<string>()
const shown = new Set<string>()
const nameOf = ({ area, build }: BuildName) => `${area}/${build}`

/** The first screen of a build stands: only now it counts as working (spec/platform "Working build"). */
export function reportMounted(build: BuildName): void {
  for (const key of failed) if (key.startsWith(`${build.area}/`)) failed.delete(key)
  shown.add(nameOf(build))
  keepWorking(build.area, build.build)
  add(build, 'mount', true)
}

/** The innermost build of a remote in the addresses of a text; undefined: none of a remote. */
function blamed(text: string): BuildName | undefined {
  for (const [, area, build] of text.matchAll(/\/r\/([a-z][a-z0-9-]*)\/([0-9a-z][0-9a-z.-]*)\//gu)) {
    if (area !== undefined && build !== undefined && area !== 'shell') return { area, build }
  }
  return undefined
}

/** Whether no build is to blame: the line, the API, or whoever gave the call up. */
function isNobodysFault(error: unknown): boolean {
  if (!navigator.onLine || apiInTrouble() || error instanceof ApiError) return true
  if (error instanceof DOMException && error.name === 'AbortError') return true
  return error instanceof Error && error.cause !== undefined && isNobodysFault(error.cause)
}

function buildOf(error: unknown, file: string | null): BuildName | undefined {
  if (error instanceof AreaLoadError) return error.build === null ? undefined : { area: error.area, build: error.build }
  return blamed(file ?? (error instanceof Error ? (error.stack ?? '') : ''))
}

/** The error at the bottom of it. */
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error
}

/** The screen of the area that is on show, and the class of the error: names alone, never an address or a message. */
function detailsOf({ area }: BuildName, error: unknown): Details {
  const { pathname } = location
  const routes = areaOfPath(pathname) === area ? (pointers().remotes[area]?.stable.manifest.routes ?? []) : []
  const root = rootOf(error)
  const route = v.safeParse(failureDetails.route, findRoute(routes, pathname)?.name)
  const name = v.safeParse(failureDetails.error, root instanceof Error ? root.name : undefined)
  return {
    ...(route.success && route.output !== undefined ? { route: route.output } : {}),
    ...(name.success && name.output !== undefined ? { error: name.output } : {}),
  }
}

/**
 * Tells that a build failed. Which one, the addresses in the error say first (the file that did not
 * arrive, the code that threw); without any it is the build that was on show.
 */
export function reportFailure(error: unknown, onShow?: BuildName): void {
  if (isNobodysFault(error)) return
  const file = failedFile(error)
  // A file of the shell that did not arrive is no fault of the remote that needed it.
  if (file?.includes('/r/shell/')) return
  const build = buildOf(error, file) ?? onShow
  if (!build) return
  const phase = phaseOf(error, file, build)
  const key = `${nameOf(build)}/${phase}`
  if (failed.has(key)) return
  failed.add(key)
  add(build, phase, false, detailsOf(build, error))
}

function phaseOf(error: unknown, file: string | null, build: BuildName): BeaconPhase {
  if (error instanceof AreaLoadError) return error.phase
  if (file !== null) return 'chunk'
  return shown.has(nameOf(build)) ? 'render' : 'mount'
}

/** Hears of errors outside of React too: a click, a promise that nobody caught. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error }) => reportFailure(error))
  window.addEventListener('unhandledrejection', ({ reason }) => reportFailure(reason))
  window.addEventListener('pagehide', send)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
}
