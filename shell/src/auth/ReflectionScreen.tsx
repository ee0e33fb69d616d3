import { loadConstants, refreshSession, signedOutReasonAtom, switchAccount, useSession } from '@adsite/auth'
import type { SessionData } from '@adsite/contract'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { showAlert } from '../alert/alert-state.ts'
import { trackLoading } from '../alert/loader-state.ts'
import { PageSkeleton } from '../page/PageSkeleton.tsx'
import { usePageTitle } from '../page/use-page-title.ts'
import { useShellText } from '../use-shell-text.ts'
import { landedAtom } from './landed.ts'
import { loginPath, returnPath } from './return-path.ts'
import { SessionFailed } from './SessionFailed.tsx'

/**
 * /reflection (反映), where links in mails lead: accounts and constants are read again, the account that the
 * link is for (`account_id`) is put in use where the user has it, and the page goes on to `to`, a path of this
 * origin. Who is signed out signs in first and comes back here.
 */
export default function ReflectionScreen(): ReactNode {
  const text = useShellText()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [query] = useSearchParams()
  const reason = useAtomValue(signedOutReasonAtom)
  const setLanded = useSetAtom(landedAtom)
  const [error, setError] = useState<Error | null>(null)
  const pending = error === null

  /** The session in the account that the link is for. */
  async function reflect(session: SessionData): Promise<SessionData> {
    const wanted = query.get('account_id')
    if (wanted === null || String(session.using_account_id) === wanted) return session
    const account = session.accounts.find(({ account_id }) => String(account_id) === wanted)
    if (!account) {
      showAlert('warn', [text('reflection_no_account')], { autoClose: false })
      return session
    }
    const switched = await switchAccount(account.account_id)
    showAlert('info', [text('account_switched')])
    return switched
  }

  const start = useEffectEvent(async (isCurrent: () => boolean) => {
    // Constants are a help to what is shown: without them the page's own ones stay.
    const [session] = await Promise.all([refreshSession(), loadConstants({ again: true }).catch(() => undefined)])
    if (!session || !isCurrent()) return
    setLanded(await reflect(session))
    await navigate(returnPath(query.get('to')), { replace: true })
  })
  useEffect(() => {
    if (!pending) return
    let current = true
    trackLoading(start(() => current)).catch((failure: Error) => current && setError(failure))
    return () => {
      current = false
    }
  }, [pending])

  usePageTitle(text('reflecting'))
  if (useSession() === null) return <Navigate to={loginPath(pathname + search, reason === 'expired')} replace />
  if (error) return <SessionFailed error={error} onRetry={() => setError(null)} />
  return (
    <>
      <output className="visually-hidden">{text('reflecting')}</output>
      <PageSkeleton />
    </>
  )
}
