import { loadConstants, refreshSession, signedOutReasonAtom, switchAccount, useSession } from '@adsite/auth'
import { roleOfCode, type SessionData } from '@adsite/contract'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { hrefOf } from '../area/shell-api.ts'
import { showAlert } from '../alert/alert-state.ts'
import { trackLoading } from '../alert/loader-state.ts'
import { runAction } from '../alert/run-action.ts'
import { BusyButton } from '../element/BusyButton.tsx'
import { usePointers } from '../federation/index.ts'
import { PageSkeleton } from '../page/PageSkeleton.tsx'
import { usePageTitle } from '../page/use-page-title.ts'
import { useShellText } from '../base/use-shell-text.ts'
import styles from '../form/AuthForm.module.css'
import { AuthPage } from '../form/AuthPage.tsx'
import { displayedSessionAtom } from './session/displayed-session.ts'
import { loginPath, returnPath } from './session/return-path.ts'
import { SessionFailed } from './session/SessionFailed.tsx'

type Account = SessionData['accounts'][number]

interface Question {
  readonly wanted: Account
  readonly current: Account | undefined
  readonly to: string
}

/** Opening a link, whoever made it, never switches the account: this shows the target account and page, and asks. */
function SwitchQuestion({ wanted, current, to }: Question): ReactNode {
  const text = useShellText()
  const navigate = useNavigate()
  const setLanded = useSetAtom(displayedSessionAtom)
  const [busy, setBusy] = useState(false)

  async function choose(): Promise<void> {
    setBusy(true)
    const switched = await runAction(() => switchAccount(wanted.account_id))
    if (!switched.done) return setBusy(false)
    showAlert('info', [text('account_switched')])
    setLanded(switched.value)
    await navigate(to, { replace: true })
  }

  usePageTitle(text('reflection_title'))
  return (
    <AuthPage>
      <h1>{text('reflection_title')}</h1>
      <div className={styles.form}>
        <p>{text('reflection_ask', { account: wanted.name, current: current?.name ?? '' })}</p>
        <dl className={styles.facts}>
          <div>
            <dt>{text('reflection_target')}</dt>
            <dd>{to}</dd>
          </div>
        </dl>
        <BusyButton className="button" busy={busy} onClick={() => void choose()}>
          {text('reflection_switch')}
        </BusyButton>
        <Link to="/" replace>
          {text('reflection_stay')}
        </Link>
      </div>
    </AuthPage>
  )
}

/** The page that a link leads to, for the role of an account: a path of this origin (`to`), or a record (`route` and `id`). */
function useTarget(query: URLSearchParams): (account: Account | undefined) => string {
  const pointers = usePointers()
  const [route, id] = [query.get('route'), query.get('id')]
  return (account) => {
    if (route === null) return returnPath(query.get('to'))
    const role = account ? roleOfCode(account.role) : null
    return hrefOf(pointers, role, route, id !== null && /^[1-9]\d{0,14}$/u.test(id) ? { id } : {}) ?? '/'
  }
}

/**
 * /reflection (反映), the target of links in mails: refetches accounts and constants, then continues to the page of
 * the link. If the link is for another account of the user (`account_id`), it asks first. Signed-out users sign in
 * and return here.
 */
export default function ReflectionScreen(): ReactNode {
  const text = useShellText()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [query] = useSearchParams()
  const reason = useAtomValue(signedOutReasonAtom)
  const setLanded = useSetAtom(displayedSessionAtom)
  const [error, setError] = useState<Error | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const pending = error === null && question === null
  const targetOf = useTarget(query)

  /** Continues immediately, or returns the question to ask first. */
  const start = useEffectEvent(async (isCurrent: () => boolean): Promise<Question | null> => {
    // Constants are optional: without them the page uses the texts of its build.
    const [session] = await Promise.all([refreshSession(), loadConstants({ again: true }).catch(() => undefined)])
    if (!session || !isCurrent()) return null
    const wanted = query.get('account_id')
    const { accounts, using_account_id } = session
    const account = accounts.find(({ account_id }) => String(account_id) === wanted)
    setLanded(session)
    const current = accounts.find(({ account_id }) => account_id === using_account_id)
    if (account && account !== current) return { wanted: account, current, to: targetOf(account) }
    if (wanted !== null && !account) showAlert('warn', [text('reflection_no_account')], { autoClose: false })
    await navigate(targetOf(current), { replace: true })
    return null
  })
  useEffect(() => {
    if (!pending) return
    let current = true
    trackLoading(start(() => current)).then(
      (asked) => current && setQuestion(asked),
      (failure: Error) => current && setError(failure),
    )
    return () => {
      current = false
    }
  }, [pending])

  usePageTitle(text('reflecting'))
  if (useSession() === null) return <Navigate to={loginPath(pathname + search, reason === 'expired')} replace />
  if (error) return <SessionFailed error={error} onRetry={() => setError(null)} />
  if (question) return <SwitchQuestion {...question} />
  return (
    <>
      <output className="visually-hidden">{text('reflecting')}</output>
      <PageSkeleton />
    </>
  )
}
