import { refreshSession, signedOutReasonAtom, useSession } from '@adsite/auth'
import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { PageSkeleton } from '../page/PageSkeleton.tsx'
import { usePageTitle } from '../page/use-page-title.ts'
import { useShellText } from '../base/use-shell-text.ts'
import { displayedSessionAtom } from './session/displayed-session.ts'
import { loginPath, returnPath } from './session/return-path.ts'
import { SessionFailed } from './session/SessionFailed.tsx'
import { useSessionReading } from './session/use-session-reading.ts'

/** /tmp, after login and account change (spec/site "Public routes"): refetches the accounts, then continues. */
export function CushionScreen(): ReactNode {
  const shellText = useShellText()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const setLanded = useSetAtom(displayedSessionAtom)
  const reason = useAtomValue(signedOutReasonAtom)
  const to = returnPath(search.get('to'))
  const { error, retry } = useSessionReading(refreshSession, (session) => {
    if (!session) return
    setLanded(session)
    void navigate(to, { replace: true })
  })
  usePageTitle(shellText('moving'))
  if (useSession() === null) return <Navigate to={loginPath(to, reason === 'expired')} replace />
  if (error) return <SessionFailed error={error} onRetry={retry} />
  return (
    <>
      <output className="visually-hidden">{shellText('moving')}</output>
      <PageSkeleton />
    </>
  )
}
