import { shellUnit } from '@adsite/contract'
import { shellBuild, type BuildName } from '../federation/index.ts'

/** How long the page's own work goes first after the first screen (milliseconds). */
const patience = 3000
/** Screens that are remembered; a metric is reported when its screen is left, or soon after. */
const remembered = 50

interface Shown {
  /** `performance.now()`. */
  readonly at: number
  readonly path: string
  readonly build: BuildName
}

let screens: Shown[] = []
let started = false

/** Measuring loads nothing before the first screen, and does not compete with its data. */
function measureLater(): void {
  if (started) return
  started = true
  setTimeout(() => {
    void import(/* webpackChunkName: "web-vitals" */ './report-vitals.ts').then(
      ({ measure }) => measure(),
      () => {
        // Without a network; the next screen asks again.
        started = false
      },
    )
  }, patience)
}

/** Called before a screen of an area is painted. */
export function showsScreen(build: BuildName): void {
  screens = [...screens, { at: performance.now(), path: location.pathname, build }].slice(-remembered)
  measureLater()
}

/** Called before a screen of the shell is painted. */
export function showsShellScreen(): void {
  const build = shellBuild()
  if (build !== null) showsScreen({ area: shellUnit, build })
}

/** The build whose screen was on show at a time (`performance.now()`); null: there was none yet. */
export function screenAt(time: number): BuildName | null {
  return screens.findLast(({ at }) => at <= time)?.build ?? null
}

/**
 * The build that a navigation led to: that of the first screen with its address. A navigation that showed no new screen
 * (another filter of a list) belongs to the one that was there, and a page that was redirected to its first screen.
 */
export function screenOf(address: string, startedAt: number): BuildName | null {
  const path = URL.parse(address)?.pathname
  const next = screens.find((screen) => screen.at >= startedAt && screen.path === path)
  return next?.build ?? screenAt(startedAt) ?? screens[0]?.build ?? null
}
