import { ApiError, apiInTrouble, tell } from '@adsite/api-client'
import { failureDetails, releaseBeaconEndpoint, releaseBeaconLimit, type BeaconPhase, type ReleaseBeacon } from '@adsite/contract'
import * as v from 'valibot'
import { areaOfPath, findRoute } from '../guard/route-access.ts'
import { AreaLoadError } from './area-load-error.ts'
import { developedOrigin } from './development.ts'
import { keepWorking, pointers } from './pointers.ts'
import { failedFile } from './renew-chunk.ts'

export interface BuildName {
  readonly area: string
  readonly build: string
}

/** How long beacons wait to be batched, unless the page is left (milliseconds). */
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
  // Failures of development builds say nothing about a release.
  if (developedOrigin(area) !== null) return
  const live = pointers().remotes[area]
  // For accounts in the canary audience, the pointers contain the canary as the stable build.
  const canary = live?.canary != null && live.canary.build.build === live.stable.build
  waiting.push({ remote: area, build, canary, phase, ok, ...details })
  timer ??= setTimeout(send, patience)
}

/** Phases already reported as failed during a visit to an area, so that a screen that fails repeatedly is reported once. */
const failed = new Set<string>()
const shown = new Set<string>()
const nameOf = ({ area, build }: BuildName) => `${area}/${build}`

/** Called when the first screen of a build has mounted: only then does the build count as working (spec/platform "Working build"). */
export function reportMounted(build: BuildName): void {
  for (const key of failed) if (key.startsWith(`${build.area}/`)) failed.delete(key)
  shown.add(nameOf(build))
  keepWorking(build.area, build.build)
  add(build, 'mount', true)
}

/** The innermost build of a remote among the URLs in a text; undefined: none. */
function blamed(text: string): BuildName | undefined {
  for (const [, area, build] of text.matchAll(/\/r\/([a-z][a-z0-9-]*)\/([0-9a-z][0-9a-z.-]*)\//gu)) {
    if (area !== undefined && build !== undefined && area !== 'shell') return { area, build }
  }
  return undefined
}

/** Whether the error is not the fault of a build: network, API, or an aborted call. */
function isNobodysFault(error: unknown): boolean {
  if (!navigator.onLine || apiInTrouble() || error instanceof ApiError) return true
  if (error instanceof DOMException && error.name === 'AbortError') return true
  return error instanceof Error && error.cause !== undefined && isNobodysFault(error.cause)
}

function buildOf(error: unknown, file: string | null): BuildName | undefined {
  if (error instanceof AreaLoadError) return error.build === null ? undefined : { area: error.area, build: error.build }
  return blamed(file ?? (error instanceof Error ? (error.stack ?? '') : ''))
}

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error
}

/** The current screen of the area and the class of the error: only names, never a URL or a message. */
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
 * Reports that a build failed. The URLs in the error identify the build (the file that failed to load, the code
 * that threw); without any, it is the build on screen.
 */
export function reportFailure(error: unknown, onShow?: BuildName): void {
  if (isNobodysFault(error)) return
  const file = failedFile(error)
  // A shell file that fails to load is not the fault of the remote that needed it.
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

/** Also catches errors outside React: event handlers and unhandled promise rejections. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error }) => reportFailure(error))
  window.addEventListener('unhandledrejection', ({ reason }) => reportFailure(reason))
  window.addEventListener('pagehide', send)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
}
