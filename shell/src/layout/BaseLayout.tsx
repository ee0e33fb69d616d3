import { readSession, refreshSession, sameIdentity, signedOutReasonAtom, useRole, useSession } from '@adsite/auth'
import { ShellProvider } from '@adsite/remote'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useMemo, type ReactNode } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { displayedSessionAtom } from '../auth/session/displayed-session.ts'
import { cushionPath, loginPath } from '../auth/session/return-path.ts'
import { SessionFailed } from '../auth/session/SessionFailed.tsx'
import { useSessionReading } from '../auth/session/use-session-reading.ts'
import { reportShellMounted, usePointers } from '../federation/index.ts'
import { Sidebar } from '../menu/Sidebar.tsx'
import { OutdatedNotice } from '../page/OutdatedNotice.tsx'
import { DialogBoundary } from '../page/DialogBoundary.tsx'
import { lazyScreen } from '../screen/lazy-screen.tsx'
import { PageSkeleton } from '../page/PageSkeleton.tsx'
import { QuietBoundary } from '../page/ScreenBoundary.tsx'
import { Redirect } from '../element/Redirect.tsx'
import { answerFactorAsked, factorAskedAtom } from '../factor/ask-for-factor.ts'
import { readSettings } from '../base/read-settings.ts'
import { createShellApi } from '../area/shell-api.ts'
import { ShellSwap } from '../area/ShellSwap.tsx'
import { useShellText } from '../base/use-shell-text.ts'
import { AfterViewing } from '../viewing/AfterViewing.tsx'
import { AntdFrame } from '../element/AntdFrame.tsx'
import styles from './BaseLayout.module.css'
import { Header } from './Header.tsx'
import { ReloadPlace } from './ReloadPlace.tsx'
import { TooltipLayer } from './TooltipLayer.tsx'

const DevelopmentBanner = lazyScreen(() => import(/* webpackChunkName: "development" */ '../development/DevelopmentBanner.tsx'))

const PreviewBanner = lazyScreen(() => import(/* webpackChunkName: "preview" */ '../preview/PreviewBanner.tsx'))

const FactorDueBanner = lazyScreen(() => import(/* webpackChunkName: "factor-due" */ '../factor/FactorDueBanner.tsx'))

const FactorResetBanner = lazyScreen(() => import(/* webpackChunkName: "factor-reset" */ '../factor/FactorResetBanner.tsx'))

const ViewingBanner = lazyScreen(() => import(/* webpackChunkName: "viewing" */ '../viewing/ViewingBanner.tsx'))

const FactorDialog = lazyScreen(() => import(/* webpackChunkName: "factor" */ '../factor/FactorDialog.tsx'))

const mainId = 'main'
/** Only browsers that started a development build or a preview get pages with these settings. */
const { development, preview } = readSettings()

/**
 * Refetches the accounts when the tab becomes visible (spec/site "Return to the tab") or is restored from the
 * back/forward cache; ignores network errors.
 */
function useReadingOnReturn(): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') refreshSession().catch(() => undefined)
    }
    const lookBack = (event: PageTransitionEvent) => event.persisted && look()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pageshow', lookBack)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pageshow', lookBack)
    }
  }, [])
}

function Frame(): ReactNode {
  const text = useShellText()
  const pointers = usePointers()
  const role = useRole()
  const isFactorAsked = useAtomValue(factorAskedAtom)
  const session = useSession()
  const [isFactorDue, isResetDue] = [Boolean(session?.factor_due), Boolean(session?.factor_reset_due)]
  const api = useMemo(() => createShellApi(pointers, role), [pointers, role])
  useReadingOnReturn()
  useEffect(reportShellMounted, [])
  return (
    <AntdFrame>
      <ShellProvider api={api}>
        <a className={styles.skip} href={`#${mainId}`}>
          {text('skip')}
        </a>
        <Header />
        <Sidebar />
        <main id={mainId} className={styles.main} tabIndex={-1}>
          {isResetDue && (
            <QuietBoundary>
              <FactorResetBanner />
            </QuietBoundary>
          )}
          {isFactorDue && (
            <QuietBoundary>
              <FactorDueBanner />
            </QuietBoundary>
          )}
          <Outlet />
          <OutdatedNotice />
          <ShellSwap />
        </main>
        {development && (
          <QuietBoundary>
            <DevelopmentBanner settings={development} />
          </QuietBoundary>
        )}
        {preview && (
          <QuietBoundary>
            <PreviewBanner settings={preview} />
          </QuietBoundary>
        )}
        {session?.viewing && (
          <QuietBoundary>
            <ViewingBanner viewing={session.viewing} user={session.user} />
          </QuietBoundary>
        )}
        {isFactorAsked && (
          <DialogBoundary onClose={() => answerFactorAsked(false)}>
            <FactorDialog />
          </DialogBoundary>
        )}
        <TooltipLayer />
        <ScrollRestoration />
        <ReloadPlace />
      </ShellProvider>
    </AntdFrame>
  )
}

/** The base layout (spec/site "Base layout") for signed-in users whose account matches the page; redirects all others. */
export default function BaseLayout(): ReactNode {
  const session = useSession()
  const [landed, setLanded] = useAtom(displayedSessionAtom)
  const reason = useAtomValue(signedOutReasonAtom)
  const { pathname, search, hash } = useLocation()
  const { error, retry } = useSessionReading(session === undefined ? readSession : null)
  useEffect(() => {
    if (session && !landed) setLanded(session)
  }, [session, landed, setLanded])

  if (session === null) return <Navigate to={loginPath(reason === 'left' ? '/' : pathname + search + hash, reason === 'expired')} replace />
  if (session === undefined) return error ? <SessionFailed error={error} onRetry={retry} /> : <PageSkeleton />
  if (landed?.viewing && !session.viewing) return <AfterViewing viewed={landed} now={session} />
  if (landed && !sameIdentity(landed, session)) return <Redirect to={cushionPath('/')} />
  return <Frame />
}
