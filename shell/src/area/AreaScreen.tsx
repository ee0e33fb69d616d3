import { useRole } from '@adsite/auth'
import { useLocalize } from '@adsite/i18n'
import { Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useLocation, useRoutes } from 'react-router-dom'
import { enterArea, loadedArea, reportMounted, usePointers, type BuildName, type LoadedArea } from '../federation/index.ts'
import { useAtomValue, useSetAtom } from 'jotai'
import { mountedAreaAtom } from '../menu/menu-state.ts'
import { Denied } from '../guard/Denied.tsx'
import { accessTo, areaOfPath, findRoute, mayOpen } from '../guard/route-access.ts'
import { lazyScreen, tellPreloadError, type LazyScreen } from '../page/lazy-screen.tsx'
import { LoadingContent } from '../page/PageSkeleton.tsx'
import { Redirect } from '../element/Redirect.tsx'
import { useArrival } from '../page/use-arrival.ts'
import { tabNameAtom } from '../page/tab-name.ts'
import { usePageTitle } from '../page/use-page-title.ts'
import { useCommonText } from '../base/use-shell-text.ts'
import { AreaBoundary } from './AreaBoundary.tsx'
import { AreaFailure } from './AreaFailure.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'

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

type Load = LoadedArea['area']['routes'][number]['screen']
const screens = new WeakMap<Load, LazyScreen>()

/** Returns the same component on every visit, so that a loaded screen renders immediately. */
function screenOf(load: Load): LazyScreen {
  const screen = screens.get(load) ?? lazyScreen(load)
  screens.set(load, screen)
  return screen
}

/** Loads an area and the screen for a path. */
async function enter(area: string, pathname: string): Promise<LoadedArea> {
  const loaded = await enterArea(area)
  const route = findRoute(loaded.area.routes, pathname)
  if (route) await screenOf(route.screen).preload()
  return loaded
}

/**
 * Reports code that fails to load as for any lazy screen (spec/api "Lazy screens"). A listener that handles the
 * error navigates elsewhere; nothing is rendered meanwhile.
 */
const isHandled = (error: Error) => !tellPreloadError(error)

type Entering = { readonly loaded: LoadedArea } | { readonly error: Error } | null

/**
 * Enters an area without a placeholder if its code is already loaded, because showing one between two lists
 * would take as long as rendering a list.
 */
function enterAtOnce(area: string, pathname: string): Entering {
  const loaded = loadedArea(area)
  const route = loaded && findRoute(loaded.area.routes, pathname)
  return route && screenOf(route.screen).isLoaded() ? { loaded } : null
}

/** A visit to an area: the build is chosen on entry and stays until the user leaves (spec/platform "Choice of build"). */
function AreaEntry({ area }: { area: string }): ReactNode {
  const common = useCommonText()
  const { pathname } = useLocation()
  const [entering, setEntering] = useState(() => enterAtOnce(area, pathname))
  const pending = entering === null
  useEffect(() => {
    if (!pending) return
    let current = true
    enter(area, pathname).then(
      (loaded) => current && setEntering({ loaded }),
      (error: Error) => current && !isHandled(error) && setEntering({ error }),
    )
    return () => {
      current = false
    }
  }, [area, pathname, pending])

  const retry = () => setEntering(null)
  if (entering === null) return <LoadingContent label={common('loading')} />
  if ('error' in entering) return <AreaFailure area={area} error={entering.error} onRetry={retry} />
  return (
    <AreaBoundary area={area} build={entering.loaded.build} onRetry={retry}>
      <AreaRoutes loaded={entering.loaded} />
    </AreaBoundary>
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
  usePageTitle(useAtomValue(tabNameAtom)?.name ?? localize(route?.title ?? area.title))
  // The loaded build may be older than the one whose routes the guard checked.
  if (!route) return <Redirect to="/" />
  if (!mayOpen(role, route)) return <Denied />
  return (
    <>
      <Breadcrumb area={area} route={route} pathname={pathname} />
      <Suspense fallback={<LoadingContent label={common('loading')} />}>
        {screen}
        <Arrival pathname={pathname} />
        <Mounted area={area.area} build={build} />
        <MenuOfBuild area={area} />
      </Suspense>
    </>
  )
}

/** Rendered next to the screen, so that its effect runs once the screen is mounted. */
function Arrival({ pathname }: { pathname: string }): ReactNode {
  useArrival(pathname)
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
  useEffect(() => reportMounted({ area, build }), [area, build])
  return null
}
