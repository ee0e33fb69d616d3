import { ApiError, apiInTrouble, tell, type ApiTrouble } from '@adsite/api-client'
import { releaseBeaconEndpoint, releaseBeaconLimit, shellUnit, type BeaconPhase, type ReleaseBeacon } from '@adsite/contract'
import { batched } from '../base/batch.ts'
import { readSettings } from '../base/read-settings.ts'
import { AreaLoadError } from './area-load-error.ts'
import { describeFailure, describeSymptom, type FailureDetails } from './describe-failure.ts'
import { developedBuild } from './development.ts'
import { keepWorking, pointers } from './pointers.ts'
import { failedFile, renewChunk } from './renew-chunk.ts'
import { shellBuild } from './shell-build.ts'

export interface BuildName {
  readonly area: string
  readonly build: string
}

const beacons = batched<ReleaseBeacon>(releaseBeaconLimit, (waiting) => void tell(releaseBeaconEndpoint, { beacons: waiting }))

/** Whether what a page tells of a build says something about a release. */
export function isMeasured({ area }: BuildName): boolean {
  return developedBuild(area) === null && readSettings().preview === undefined
}

/** Whether this account tries the build: for its audience, the pointers contain the canary as the stable build. */
function isTried({ area }: BuildName): boolean {
  const live = pointers().remotes[area]
  return live?.canary != null && live.canary.build.build === live.stable.build
}

function add(build: BuildName, phase: BeaconPhase, ok: boolean, details: FailureDetails = {}): void {
  if (!isMeasured(build)) return
  beacons.add({ remote: build.area, build: build.build, canary: isTried(build), phase, ok, ...details })
}

/** Phases already reported as failed during a visit to an area, so that a screen that fails repeatedly is reported once. */
const failed = new Set<string>()
const shown = new Set<string>()
const nameOf = ({ area, build }: BuildName) => `${area}/${build}`

/** The build of the area on screen; null on the shell's own pages. */
let onScreen: BuildName | null = null

/**
 * Called when the first screen of a build has mounted: only then does the build count as working
 * (spec/platform "Working build"). Returns what to call when the user leaves the area.
 */
export function reportMounted(build: BuildName): () => void {
  for (const key of failed) if (key.startsWith(`${build.area}/`)) failed.delete(key)
  shown.add(nameOf(build))
  onScreen = build
  if (build.area !== shellUnit && isMeasured(build)) keepWorking(build.area, build.build)
  add(build, 'mount', true)
  return () => {
    if (onScreen === build) onScreen = null
  }
}

/** The shell counts as working when its frame has mounted. */
export function reportShellMounted(): void {
  const build = shellBuild()
  if (build) reportMounted({ area: shellUnit, build })()
}

/** The build that the user looks at: that of the area, else the shell's. */
function buildOnScreen(): BuildName | null {
  const build = shellBuild()
  return onScreen ?? (build === null ? null : { area: shellUnit, build })
}

/** The innermost build among the URLs in a text, that of a remote if there is one; undefined: none. */
function blamed(text: string): BuildName | undefined {
  const builds = Array.from(text.matchAll(/\/r\/([a-z][a-z0-9-]*)\/([0-9a-z][0-9a-z.-]*)\//gu), ([, area = '', build = '']) => ({
    area,
    build,
  }))
  return builds.find(({ area }) => area !== shellUnit) ?? builds[0]
}

/** Whether the error is not the fault of a build: network, API, or an aborted call. */
export function isNobodysFault(error: unknown): boolean {
  if (!navigator.onLine || apiInTrouble() || error instanceof ApiError) return true
  if (error instanceof DOMException && error.name === 'AbortError') return true
  return error instanceof Error && error.cause !== undefined && isNobodysFault(error.cause)
}

function buildOf(error: unknown, file: string | null): BuildName | undefined {
  // A file of the shell that fails to load is not the fault of the remote that needed it.
  if (file?.includes(`/r/${shellUnit}/`)) return blamed(file)
  if (error instanceof AreaLoadError) return error.build === null ? undefined : { area: error.area, build: error.build }
  return blamed(file ?? (error instanceof Error ? (error.stack ?? '') : ''))
}

/** A stack with the shell's files alone says little where a remote is on show: React runs the screens of both. */
function culpritOf(error: unknown, file: string | null, onShow: BuildName | undefined): BuildName | undefined {
  const build = buildOf(error, file)
  return build?.area === shellUnit && file === null ? (onShow ?? build) : (build ?? onShow)
}

function fail(build: BuildName, phase: BeaconPhase, details: () => FailureDetails): void {
  const key = `${nameOf(build)}/${phase}`
  if (failed.has(key)) return
  failed.add(key)
  add(build, phase, false, details())
}

/**
 * Reports that a build failed. The URLs in the error identify the build (the file that failed to load, the code
 * that threw); without any, it is the build on screen.
 */
export function reportFailure(error: unknown, onShow?: BuildName): void {
  if (isNobodysFault(error)) return
  const file = failedFile(error)
  const build = culpritOf(error, file, onShow)
  if (build) fail(build, phaseOf(error, file, build), () => describeFailure(build.area, error))
}

/** Reports that a screen of the shell failed. */
export function reportShellFailure(error: unknown): void {
  const build = shellBuild()
  reportFailure(error, build === null ? undefined : { area: shellUnit, build })
}

function phaseOf(error: unknown, file: string | null, build: BuildName): BeaconPhase {
  if (error instanceof AreaLoadError && error.area === build.area) return error.phase
  if (file !== null) return 'chunk'
  return shown.has(nameOf(build)) ? 'render' : 'mount'
}

/** Until a call without an answer is reported (milliseconds): a page that is being left breaks its calls off, and is gone by then. */
const whileLeaving = 1000

/** Reports a call that the API did not answer as declared (5xx, no answer); it counts for the build that shows it. */
export function reportApiTrouble({ endpoint: { method, path }, status }: ApiTrouble): void {
  const build = buildOnScreen()
  if (!build || !navigator.onLine || path === releaseBeaconEndpoint.path) return
  const report = (symptom: string) => fail(build, 'api', () => describeSymptom(build.area, symptom, `${method} ${path}`))
  if (status === 0) setTimeout(report, whileLeaving, 'no_answer')
  else report(`http_${status}`)
}

/** Reports a screen on which nothing has been painted. */
export function reportBlank(build: BuildName): void {
  fail(build, 'blank', () => describeSymptom(build.area, 'blank_screen', ''))
}

/**
 * Also catches errors outside React: event handlers, unhandled promise rejections, and parts of screens whose code did not
 * arrive, which is fetched past the cache for the next try.
 */
export function watchErrors(): void {
  window.addEventListener('error', ({ error }) => {
    reportFailure(error)
    void renewChunk(error)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => reportFailure(reason))
  beacons.sendWhenLeft()
}
