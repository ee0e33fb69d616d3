import { Suspense, type ReactNode } from 'react'
import { Outlet, type RouteObject } from 'react-router-dom'
import { Loader } from './alert/Loader.tsx'
import { MessageBar } from './alert/MessageBar.tsx'
import { CushionScreen } from './auth/CushionScreen.tsx'
import { CrashScreen } from './page/CrashScreen.tsx'
import { lazyScreen } from './page/lazy-screen.ts'
import { ContentSkeleton, PageSkeleton } from './page/PageSkeleton.tsx'

const LoginScreen = lazyScreen(() => import(/* webpackChunkName: "login" */ './auth/LoginScreen.tsx'))
// Whoever opens one of these has come by a link: they and what they share with the login are one file.
const ForgotScreen = lazyScreen(() => import(/* webpackChunkName: "login" */ './auth/ForgotScreen.tsx'))
const ResetPasswordScreen = lazyScreen(() => import(/* webpackChunkName: "login" */ './auth/ResetPasswordScreen.tsx'))
const InvitationScreen = lazyScreen(() => import(/* webpackChunkName: "login" */ './auth/InvitationScreen.tsx'))
const ReflectionScreen = lazyScreen(() => import(/* webpackChunkName: "login" */ './auth/ReflectionScreen.tsx'))
const BaseLayout = lazyScreen(() => import(/* webpackChunkName: "base" */ './layout/BaseLayout.tsx'))
const DashboardScreen = lazyScreen(() => import(/* webpackChunkName: "dashboard" */ './dashboard/DashboardScreen.tsx'))
const InformationListScreen = lazyScreen(() => import(/* webpackChunkName: "information" */ './information/InformationListScreen.tsx'))
const InformationScreen = lazyScreen(() => import(/* webpackChunkName: "information" */ './information/InformationScreen.tsx'))
const ReleasesScreen = lazyScreen(() => import(/* webpackChunkName: "releases" */ './releases/ReleasesScreen.tsx'))
const DevelopmentScreen = lazyScreen(() => import(/* webpackChunkName: "development" */ './development/DevelopmentScreen.tsx'))
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
      { path: '/auth/forgot', element: waiting(<ForgotScreen />, null) },
      { path: '/auth/forgot/reset_password', element: waiting(<ResetPasswordScreen />, null) },
      { path: '/invitation', element: waiting(<InvitationScreen />, null) },
      { path: '/reflection', element: waiting(<ReflectionScreen />, <PageSkeleton />) },
      { path: '/tmp', element: <CushionScreen /> },
      {
        element: waiting(<BaseLayout />, <PageSkeleton />),
        children: [
          { path: '/', element: waiting(<DashboardScreen />, <ContentSkeleton />) },
          { path: '/information', element: waiting(<InformationListScreen />, <ContentSkeleton />) },
          { path: '/information/:id', element: waiting(<InformationScreen />, <ContentSkeleton />) },
          { path: '/releases', element: waiting(<ReleasesScreen />, <ContentSkeleton />) },
          { path: '/development', element: waiting(<DevelopmentScreen />, <ContentSkeleton />) },
          { path: '*', element: waiting(<AreaScreen />, <ContentSkeleton />) },
        ],
      },
    ],
  },
]
