import { Suspense, type ReactNode } from 'react'
import { Outlet, type RouteObject } from 'react-router-dom'
import { Loader } from './alert/Loader.tsx'
import { MessageBar } from './alert/MessageBar.tsx'
import { CushionScreen } from './auth/CushionScreen.tsx'
import { CrashScreen } from './page/CrashScreen.tsx'
import { lazyScreen } from './page/lazy-screen.ts'
import { ContentSkeleton, PageSkeleton } from './page/PageSkeleton.tsx'

const LoginScreen = lazyScreen(() => import(/* webpackChunkName: "login" */ './auth/LoginScreen.tsx'))
const BaseLayout = lazyScreen(() => import(/* webpackChunkName: "base" */ './layout/BaseLayout.tsx'))
const DashboardScreen = lazyScreen(() => import(/* webpackChunkName: "dashboard" */ './dashboard/DashboardScreen.tsx'))
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

function waiting(screen: ReactNode, fallback: ReactNode): ReactNode {
  return <Suspense fallback={fallback}>{screen}</Suspense>
}

/** The shell's routes (SPEC section 2); what lies below an area is in the areas' own tables. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <CrashScreen />,
    children: [
      { path: '/auth/login', element: waiting(<LoginScreen />, null) },
      { path: '/tmp', element: <CushionScreen /> },
      {
        element: waiting(<BaseLayout />, <PageSkeleton />),
        children: [
          { path: '/', element: waiting(<DashboardScreen />, <ContentSkeleton />) },
          { path: '*', element: waiting(<AreaScreen />, <ContentSkeleton />) },
        ],
      },
    ],
  },
]
