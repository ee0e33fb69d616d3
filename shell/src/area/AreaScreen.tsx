import { useRole } from '@adsite/auth'
import { useLocalize } from '@adsite/i18n'
import { tryAgain } from '@adsite/screen-kit'
import { Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useLocation, useRoutes } from 'react-router-dom'
import {
  enterArea,
  isNobodysFault,
  loadedArea,
  pointers,
  reportBlank,
  reportFailure,
  reportMounted,
  usePointers,
  type BuildName,
  type LoadedArea,
} from '../federation/index.ts'
import { useAtomValue, useSetAtom } from 'jotai'
import { mountedAreaAtom } from '../menu/menu-state.ts'
import { Denied } from '../guard/Denied.tsx'
import { mayOpen } from '@adsite/remote/navigation'
import { accessTo, areaOfPath, findRoute, routeAt } from '../guard/route-access.ts'
import { prefetchArea, screenOf } from '../screen/area-screens.ts'
import { tellPreloadError } from '../screen/lazy-screen.tsx'
import { LoadingContent } from '../page/PageSkeleton.tsx'
import { Redirect } from '../element/Redirect.tsx'
import { showsBuild } from '../page/open-page.ts'
import { useArrival } from '../page/use-arrival.ts'
import { tabNameAtom } from '../page/tab-name.ts'
import { usePageTitle } from '../page/use-page-title.ts'
import { keepPlace } from '../base/keep-place.ts'
import { useCommonText } from '../base/use-shell-text.ts'
import { showsScreen } from '../vitals/screens.ts'
import { AreaBoundary } from './AreaBoundary.tsx'
import { AreaFailure, didNotArrive } from './AreaFailure.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { isPainted } from './is-painted.ts'
import { SwapNotice } from './SwapNotice.tsx'
import { swapDue, useSwap } from './use-swap.ts'

/** Everything below an area's first segment: checks access first, then loads the area. Unknown URLs redirect to /. */
export default function AreaScreen(): ReactNode {
  const { pathname } = useLocation()
  const pointers = usePointers()
  const access = accessTo(pointers, useRole(), pathname)
  const area = areaOfPath(pathname)
  if (access === 'unknown') return <Redirect to="/" />
  if (access === 'denied') return <Denied />
  return <AreaEntry key={area} area={area} />
}

/** Loads an area and the screen for a path, from the first build for which both load. */
function enter(area: string, pathname: string, failed: ReadonlySet<string>): Promise<LoadedArea> {
  const prepare = async (loaded: LoadedArea): Promise<void> => {
    const { build, chosen } = loaded
    const route = findRoute(loaded.area.routes, pathname)
    if (!route) {
      if (build === chosen) return
      throw new Error(`${build} has no screen for this address`)
    }
    await screenOf(route.screen)
      .load()
      .catch((error: unknown) => {
        reportFailure(error, { area, build })
        throw error
      })
  }
  return enterArea(area, { screen: routeAt(pointers(), pathname)?.name, prepare, failed })
}

/**
 * Reports code that fails to load as for any lazy screen (spec/api "Lazy screens"). A listener that handles the
 * error navigates elsewhere; nothing is rendered meanwhile.
 */
const isHandled = (error: Error) => !tellPreloadError(error)

/** `pending`: a build is being loaded; `after`: because the one before threw this error. */
type Entering = { readonly loaded: LoadedArea } | { readonly error: Error } | { readonly pending: true; readonly after: Error | null }

const pending: Entering = { pending: true, after: null }

/**
 * Enters an area without a placeholder if its code is already loaded, because showing one between two lists
 * would take as long as rendering a list.
 */
function enterAtOnce(area: string, pathname: string): Entering {
  const loaded = loadedArea(area)
  const route = loaded && findRoute(loaded.area.routes, pathname)
  return route && screenOf(route.screen).isLoaded() ? { loaded } : pending
}

/**
 * A visit to an area: the build is chosen on entry. It stays until the pointers name another one, and is swapped at a
 * moment when nothing is lost (spec/platform "Choice of build"; `swapDue`).
 */
function AreaEntry({ area }: { area: string }): ReactNode {
  const common = useCommonText()
  const { pathname } = useLocation()
  const live = usePointers().remotes[area]
  const [entering, setEntering] = useState(() => enterAtOnce(area, pathname))
  const [enteredAt, setEnteredAt] = useState(pathname)
  /** Builds whose screens threw in this visit. */
  const failed = useRef(new Set<string>())
  const loaded = 'loaded' in entering ? entering.loaded : null
  if (pathname !== enteredAt) {
    setEnteredAt(pathname)
    if (loaded && swapDue(live, loaded)) setEntering(enterAtOnce(area, pathname))
  }

  useEffect(() => {
    if (!('pending' in entering)) return
    let current = true
    enter(area, pathname, failed.current).then(
      (arrived) => current && setEntering({ loaded: arrived }),
      (reason: Error) => {
        const error = entering.after ?? reason
        if (current && !isHandled(error)) setEntering({ error })
      },
    )
    return () => {
      current = false
    }
  }, [area, pathname, entering])

  const missing = 'error' in entering && didNotArrive(entering.error)
  /** Attempts that the page has made by itself since the user last asked for one. */
  const attempts = useRef(0)
  useEffect(() => {
    if (!missing) return
    // The panel stays until the code is there, so that nobody who reads it or presses its button is disturbed.
    return tryAgain(async () => {
      attempts.current += 1
      const arrived = await enter(area, pathname, new Set()).catch(() => null)
      if (!arrived) return false
      failed.current.clear()
      keepPlace(() => setEntering((now) => ('error' in now ? { loaded: arrived } : now)))
      return true
    }, attempts.current)
  }, [area, pathname, missing])

  const target = loaded && swapDue(live, loaded) && live?.stable.build
  useEffect(() => {
    if (target) void prefetchArea(area)
  }, [area, target])

  const swapping = useRef<Promise<LoadedArea | null>>(null)
  /** Returns whether the build loaded; one that does not leaves in place what runs. */
  async function swap(): Promise<boolean> {
    if (swapping.current) return (await swapping.current) !== null
    swapping.current = enter(area, pathname, failed.current).catch(() => null)
    const next = await swapping.current
    swapping.current = null
    if (next) {
      keepPlace(() => setEntering((now) => ('loaded' in now && now.loaded === loaded ? { loaded: next } : now)))
    }
    return next !== null
  }
  const asks = useSwap(area, loaded, swap)

  function retry(): void {
    failed.current.clear()
    attempts.current = 0
    setEntering(pending)
  }
  function fallBack(error: Error, build: string): void {
    failed.current.add(build)
    setEntering(isNobodysFault(error) ? { error } : { pending: true, after: error })
  }
  if ('pending' in entering) return <LoadingContent label={common('loading')} />
  if ('error' in entering) return <AreaFailure area={area} error={entering.error} onRetry={retry} />
  const { build } = entering.loaded
  return (
    <>
      <AreaBoundary key={build} area={area} build={build} onError={(error) => fallBack(error, build)}>
        <AreaRoutes loaded={entering.loaded} />
      </AreaBoundary>
      {asks && <SwapNotice onSwap={() => void swap()} />}
    </>
  )
}

/** The screens of a loaded build, from its own route table. */
function AreaRoutes({ loaded: { area, build } }: { loaded: LoadedArea }): ReactNode {
  const common = useCommonText()
  const localize = useLocalize()
  const role = useRole()
  const { pathname } = useLocation()
  const elements = useMemo(
    () =>
      area.routes.map(({ path, screen }) => {
        const Screen = screenOf(screen)
        return { path, element: <Screen /> }
      }),
    [area],
  )
  const route = findRoute(area.routes, pathname)
  const screen = useRoutes(elements)
  const place = useRef<HTMLDivElement>(null)
  usePageTitle(useAtomValue(tabNameAtom)?.name ?? localize(route?.title ?? area.title))
  // The loaded build may be older than the one whose routes the guard checked.
  if (!route) return <Redirect to="/" />
  if (!mayOpen(role, route)) return <Denied />
  return (
    <>
      <Breadcrumb area={area} route={route} pathname={pathname} />
      <Suspense fallback={<LoadingContent label={common('loading')} />}>
        {/* Without a box of its own: the layout is as if it were not here. */}
        <div ref={place} style={{ display: 'contents' }}>
          {screen}
        </div>
        <BlankWatch key={pathname} build={{ area: area.area, build }} place={place} />
        <Shown key={`${build} ${pathname}`} build={{ area: area.area, build }} />
        <Arrival />
        <Mounted area={area.area} build={build} />
        <MenuOfBuild area={area} />
      </Suspense>
    </>
  )
}

/** How long a screen may stay without anything painted (milliseconds; spec/platform "Beacons"). */
const blankAfter = 5000

/** Reports the screen inside `place` if it shows nothing; rendered anew for each screen. */
function BlankWatch({ build: { area, build }, place }: { build: BuildName; place: RefObject<HTMLDivElement | null> }): ReactNode {
  useEffect(() => {
    const timer = setTimeout(() => {
      // The browser paints nothing in a hidden tab.
      if (place.current && document.visibilityState === 'visible' && !isPainted(place.current)) reportBlank({ area, build })
    }, blankAfter)
    return () => clearTimeout(timer)
  }, [area, build, place])
  return null
}

/** Notes whose screen is about to be painted; rendered anew for each screen. */
function Shown({ build: { area, build } }: { build: BuildName }): ReactNode {
  useLayoutEffect(() => showsScreen({ area, build }), [area, build])
  return null
}

/** Rendered next to the screen, so that its effect runs once the screen is mounted. */
function Arrival(): ReactNode {
  const { pathname, search } = useLocation()
  useArrival(pathname, search)
  return null
}

/** While a build is mounted, the menu uses that build's titles. */
function MenuOfBuild({ area }: { area: LoadedArea['area'] }): ReactNode {
  const setMounted = useSetAtom(mountedAreaAtom)
  useEffect(() => {
    setMounted(area)
    return () => setMounted((now) => (now === area ? null : now))
  }, [area, setMounted])
  return null
}

/** Rendered next to the first screen of a visit to report once that it mounted. */
function Mounted({ area, build }: BuildName): ReactNode {
  useEffect(() => {
    reportMounted({ area, build })
    return showsBuild({ area, build })
  }, [area, build])
  return null
}
