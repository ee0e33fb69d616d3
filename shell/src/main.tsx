import { configureClient, queryClient } from '@adsite/api-client'
import { accountAtom, followOtherTabs, recheckSession, refreshSession, sessionAtom, wasSignedIn } from '@adsite/auth'
import { mayOpen } from '@adsite/remote/navigation'
import { QueryClientProvider } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { tellOfOtherTab } from './alert/tell-of-other-tab.ts'
import { endPreviewWithSession } from './preview/end-preview.ts'
import { followPointers, pointers, pointersKnown, reportApiTrouble, watchErrors } from './federation/index.ts'
import { provideFont } from './provide-font.ts'
import { areaOfPath, routeAt } from './guard/route-access.ts'
import { EarlyFrameEnd, removeEarlyFrame } from './page/early-frame.ts'
import { startLanguage } from './language/language.ts'
import { giveStylesTheNonce, pageNonce } from './base/nonce.ts'
import { prefetchArea } from './screen/area-screens.ts'
import { CrashBoundary } from './page/CrashScreen.tsx'
import { healAfterOutage, isOutage } from './page/heal-after-outage.ts'
import { pageOutdatedAtom } from './page/page-outdated.ts'
import { askForFactor } from './factor/ask-for-factor.ts'
import { startPreview } from './start-preview.ts'
import { reportOpenPage } from './page/open-page.ts'
import { preloadScreens, routes } from './routes.tsx'
import { readSettings, type DevelopmentSettings } from './base/read-settings.ts'

const toSignIn = window.location.pathname.startsWith('/auth/')

/**
 * Requests the session and the area's code in parallel before the first render (spec/design "Speed to reach"),
 * and the data when both have arrived. Signed-out users need no area yet. Resolves when all of it is there or cannot be had.
 */
async function startEarly({ pathname, search }: Location): Promise<void> {
  if (toSignIn) return
  // Whoever renders the page awaits the same request and handles its failure.
  const session = refreshSession().catch(() => null)
  if (!wasSignedIn()) return
  const area = areaOfPath(pathname)
  await pointersKnown()
  const route = routeAt(pointers(), pathname)
  if (!route) return
  const visit = session.then(() => {
    const role = getDefaultStore().get(accountAtom)?.role ?? null
    return role !== null && mayOpen(role, route) ? { pathname, search, role } : null
  })
  await prefetchArea(area, route.name, visit)
}

/** How long the page waits for the screen of an area when its own code is there (milliseconds). */
const patience = 500

/** Removes plain-text state stored by earlier builds. */
function forgetFormerState(): void {
  try {
    localStorage.removeItem('adsite.registry')
  } catch {
    // The browser may forbid storage; treat it as empty.
  }
}

/** The login page does not need pointer updates, and does not count. */
function followPointersOnceSignedIn(): void {
  const store = getDefaultStore()
  const unsubscribe = store.sub(sessionAtom, () => {
    if (!store.get(sessionAtom)) return
    unsubscribe()
    followPointers()
    reportOpenPage()
  })
}

giveStylesTheNonce(pageNonce())
forgetFormerState()
const settings = readSettings()
startLanguage(settings.defaultLanguage)
configureClient({
  apiOrigin: settings.apiOrigin,
  // After a 401 or an account change, the refreshed session determines where the page goes.
  onUnauthenticated: () => void recheckSession(),
  onAccountChanged: () => void recheckSession(),
  onFactorNeeded: askForFactor,
  onPageOutdated: () => getDefaultStore().set(pageOutdatedAtom, true),
  onTrouble(trouble) {
    reportApiTrouble(trouble)
    if (isOutage(trouble.status)) healAfterOutage()
  },
})
followOtherTabs(tellOfOtherTab)
followPointersOnceSignedIn()
watchErrors()

/**
 * Keeps the skeleton of index.html, or the early frame, until the page's code has loaded, then renders everything at once: the frame first and the
 * screen a moment later would take a fifth longer until there are rows.
 */
async function draw(): Promise<void> {
  // A head start only: what fails in it is asked for again by the page, which says so.
  const early = startEarly(window.location).catch(() => undefined)
  await preloadScreens(window.location.pathname)
  await Promise.race([early, new Promise((resolve) => setTimeout(resolve, patience))])
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element #root')
  const router = createBrowserRouter(routes)
  // It belongs to the address that the page was opened at.
  const stop = router.subscribe(() => {
    removeEarlyFrame()
    stop()
  })
  createRoot(root).render(
    <>
      <CrashBoundary>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </CrashBoundary>
      <EarlyFrameEnd />
    </>,
  )
  // Its bytes would delay the rows, which are readable without it.
  requestAnimationFrame(() => setTimeout(() => provideFont(settings.fontStylesheet)))
  // Prefetches the page after login while the user types.
  if (toSignIn) document.addEventListener('input', () => void preloadScreens('/'), { once: true })
}

/** With a development build, rendering waits until the development server has sent its manifest. */
async function drawDeveloped(development: DevelopmentSettings): Promise<void> {
  const { startDevelopment } = await import(/* webpackChunkName: "development" */ './federation/start-development.ts')
  await startDevelopment(development)
  await draw()
}

if (settings.preview) endPreviewWithSession(settings.preview)
if (settings.development) void drawDeveloped(settings.development)
else void draw()
startPreview(settings.previewScript)
