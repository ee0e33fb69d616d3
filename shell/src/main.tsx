import { configureClient, queryClient } from '@adsite/api-client'
import { accountAtom, followOtherTabs, recheckSession, refreshSession, sessionAtom, wasSignedIn } from '@adsite/auth'
import { i18n } from '@adsite/i18n'
import { QueryClientProvider } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { showSnackbar } from './alert/alert-state.ts'
import { followPointers, pointers, prefetchArea, watchErrors } from './federation/index.ts'
import { provideFont } from './font.ts'
import { areaOfPath, findRoute, mayOpen } from './guard/route-access.ts'
import { startLanguage } from './language/language.ts'
import { giveStylesTheNonce, pageNonce } from './base/nonce.ts'
import { CrashBoundary } from './page/CrashScreen.tsx'
import { startPreview } from './preview.ts'
import { preloadScreens, routes } from './routes.tsx'
import { readSettings, type DevelopmentSettings } from './base/settings.ts'
import { shellNamespace } from './base/texts.ts'

const toSignIn = window.location.pathname.startsWith('/auth/')

/** Session and code of the area are asked for together, before anything is drawn (spec/design "Speed to reach"), and the data once both have come. Who is to sign in first needs no area yet. */
function startEarly({ pathname, search }: Location): void {
  if (toSignIn) return
  // Who shows the page reads the same answer, and its failure.
  const session = refreshSession().catch(() => null)
  if (!wasSignedIn()) return
  const manifest = pointers().remotes[areaOfPath(pathname)]?.stable.manifest
  const route = manifest && findRoute(manifest.routes, pathname)
  if (!route) return
  const visit = session.then(() => {
    const role = getDefaultStore().get(accountAtom)?.role ?? null
    return role !== null && mayOpen(role, route) ? { pathname, search, role } : null
  })
  prefetchArea(manifest.area, route.name, visit)
}

/** Earlier builds kept what runs where in plain words. */
function forgetFormerState(): void {
  try {
    localStorage.removeItem('adsite.registry')
  } catch {
    // A storage that the browser forbids holds nothing.
  }
}

/** The login needs no news of releases. */
function followPointersOnceSignedIn(): void {
  const store = getDefaultStore()
  const unsubscribe = store.sub(sessionAtom, () => {
    if (!store.get(sessionAtom)) return
    unsubscribe()
    followPointers()
  })
}

giveStylesTheNonce(pageNonce())
forgetFormerState()
const settings = readSettings()
startLanguage(settings.defaultLanguage)
configureClient({
  apiOrigin: settings.apiOrigin,
  // A 401 or another account in use: the session that follows decides where the page goes.
  onUnauthenticated: () => void recheckSession(),
  onAccountChanged: () => void recheckSession(),
})
followOtherTabs((session) => {
  const account = session.accounts.find(({ account_id }) => account_id === session.using_account_id)
  showSnackbar('info', i18n.t('switched_elsewhere', { ns: shellNamespace, account: account?.name ?? '' }))
})
followPointersOnceSignedIn()
watchErrors()

/** The skeleton of index.html stands until the code of the page is there; then it is drawn in one go. */
async function draw(): Promise<void> {
  startEarly(window.location)
  await preloadScreens(window.location.pathname)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element #root')
  createRoot(root).render(
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </QueryClientProvider>
    </CrashBoundary>,
  )
  // Where the login leads to is fetched while somebody types.
  if (toSignIn) document.addEventListener('input', () => void preloadScreens('/'), { once: true })
}

/** A page of an administrator who runs a development build is drawn once that has said what it is. */
async function drawDeveloped(development: DevelopmentSettings): Promise<void> {
  const { startDevelopment } = await import(/* webpackChunkName: "development" */ './federation/start-development.ts')
  await startDevelopment(development)
  await draw()
}

if (settings.development) void drawDeveloped(settings.development)
else void draw()
provideFont(settings.fontStylesheet)
startPreview(settings.previewScript)
