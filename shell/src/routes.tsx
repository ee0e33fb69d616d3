import { Suspense, type ReactNode } from 'react'
import { matchRoutes, Outlet, type RouteObject } from 'react-router-dom'
import { Loader } from './alert/Loader.tsx'
import { MessageBar } from './alert/MessageBar.tsx'
import { CushionScreen } from './auth/CushionScreen.tsx'
import { pointersKnown } from './federation/index.ts'
import { CrashScreen } from './page/CrashScreen.tsx'
import { lazyScreen, type LazyScreen } from './screen/lazy-screen.tsx'
import { ContentSkeleton, PageSkeleton } from './page/PageSkeleton.tsx'
import { ScreenBoundary } from './page/ScreenBoundary.tsx'

const LoginScreen = lazyScreen(() => import(/* webpackChunkName: "login" */ './auth/LoginScreen.tsx'))
// These screens are opened from links; they share one file with the code they have in common with the login page.
const ForgotScreen = lazyScreen(() => import(/* webpackChunkName: "login" */ './auth/ForgotScreen.tsx'))
const ResetPasswordScreen = lazyScreen(() => import(/* webpackChunkName: "login" */ './auth/ResetPasswordScreen.tsx'))
const InvitationScreen = lazyScreen(() => import(/* webpackChunkName: "login" */ './auth/InvitationScreen.tsx'))
const SingleSignInScreen = lazyScreen(() => import(/* webpackChunkName: "login" */ './auth/SingleSignInScreen.tsx'))
const ReflectionScreen = lazyScreen(() => import(/* webpackChunkName: "login" */ './auth/ReflectionScreen.tsx'))
// Menu and areas need the pointers, which pages for signing in do not contain.
const BaseLayout = lazyScreen(async () => {
  const [layout] = await Promise.all([import(/* webpackChunkName: "base" */ './layout/BaseLayout.tsx'), pointersKnown()])
  return layout
})
const DashboardScreen = lazyScreen(() => import(/* webpackChunkName: "dashboard" */ './dashboard/DashboardScreen.tsx'))
const InformationListScreen = lazyScreen(() => import(/* webpackChunkName: "information" */ './information/InformationListScreen.tsx'))
const InformationScreen = lazyScreen(() => import(/* webpackChunkName: "information" */ './information/InformationScreen.tsx'))
const OwnAccountScreen = lazyScreen(() => import(/* webpackChunkName: "own-account" */ './own-account/OwnAccountScreen.tsx'))
const IntegrationsScreen = lazyScreen(() => import(/* webpackChunkName: "integrations" */ './integrations/IntegrationsScreen.tsx'))
const ReleasesScreen = lazyScreen(() => import(/* webpackChunkName: "releases" */ './releases/ReleasesScreen.tsx'))
const DevelopmentScreen = lazyScreen(() => import(/* webpackChunkName: "development" */ './development/DevelopmentScreen.tsx'))
const PreviewScreen = lazyScreen(() => import(/* webpackChunkName: "preview" */ './preview/PreviewScreen.tsx'))
const AreaScreen = lazyScreen(() => import(/* webpackChunkName: "base" */ './area/AreaScreen.tsx'))

function Root(): ReactNode {
  return (
    <>
      <Loader />
      <MessageBar />
      <Outlet />
    </>
  )
}

/** A route with a screen and the fallback until its code has loaded. */
function screenRoute(path: string | undefined, Screen: LazyScreen, fallback: ReactNode, children?: RouteObject[]): RouteObject {
  const element = (
    <Suspense fallback={fallback}>
      <Screen />
    </Suspense>
  )
  return { element, handle: Screen.preload, ...(path !== undefined && { path }), ...(children && { children }) }
}

/** A shell screen inside the base layout; areas have their own error boundary per build. */
function framedRoute(path: string, Screen: LazyScreen): RouteObject {
  const { element, ...route } = screenRoute(path, Screen, <ContentSkeleton />)
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a spread of the union of index and path routes
  return { ...route, element: <ScreenBoundary>{element}</ScreenBoundary> } as RouteObject
}

/** The shell's routes (spec/site "Public routes"; spec/site "Base layout"); routes below an area are in the areas' own tables. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <CrashScreen />,
    children: [
      screenRoute('/auth/login', LoginScreen, null),
      screenRoute('/auth/forgot', ForgotScreen, null),
      screenRoute('/auth/forgot/reset_password', ResetPasswordScreen, null),
      screenRoute('/auth/sso/:id', SingleSignInScreen, <PageSkeleton />),
      screenRoute('/invitation', InvitationScreen, null),
      screenRoute('/reflection', ReflectionScreen, <PageSkeleton />),
      { path: '/tmp', element: <CushionScreen /> },
      screenRoute(undefined, BaseLayout, <PageSkeleton />, [
        framedRoute('/', DashboardScreen),
        framedRoute('/information', InformationListScreen),
        framedRoute('/information/:id', InformationScreen),
        framedRoute('/account', OwnAccountScreen),
        framedRoute('/integrations', IntegrationsScreen),
        framedRoute('/releases', ReleasesScreen),
        framedRoute('/development', DevelopmentScreen),
        framedRoute('/preview', PreviewScreen),
        screenRoute('*', AreaScreen, <ContentSkeleton />),
      ]),
    ],
  },
]

/** What `screenRoute` put there. */
// oxlint-disable-next-line typescript/consistent-type-assertions -- the library leaves the type of a handle open
const preloadOf = ({ handle }: RouteObject) => handle as LazyScreen['preload'] | undefined

/** Loads the code of the screens at a path. */
export async function preloadScreens(pathname: string): Promise<void> {
  await Promise.all((matchRoutes(routes, pathname) ?? []).map(({ route }) => preloadOf(route)?.()))
}
