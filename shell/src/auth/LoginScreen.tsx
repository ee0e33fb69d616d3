import { holdsDrafts, mayBeSignedIn, readSession, signedOutReasonAtom, signIn, useSession } from '@adsite/auth'
import { ApiError, call } from '@adsite/api-client'
import { errors, loginBody, signInEndpoints } from '@adsite/contract'
import { currentLanguage, useLanguage, useLocalize } from '@adsite/i18n'
import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { lazyScreen } from '../screen/lazy-screen.tsx'
import { PageSkeleton } from '../page/PageSkeleton.tsx'
import { ScreenBoundary } from '../page/ScreenBoundary.tsx'
import { usePageTitle } from '../page/use-page-title.ts'
import { useShellText } from '../base/use-shell-text.ts'
import { AuthField, AuthForm, AuthHeading } from '../form/AuthForm.tsx'
import styles from '../form/AuthForm.module.css'
import { AuthPage } from '../form/AuthPage.tsx'
import { emailOf, isLacking, isWithProvider, refusalOf } from './session/hand-over.ts'
import { askedPath, cushionPath, forgotPath } from './session/return-path.ts'
import { SingleSignIn } from '../single-sign-on/SingleSignIn.tsx'
import { useSingleSignOnText } from '../single-sign-on/texts.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { SignInStep, type SignInLacking } from './SignInStep.tsx'
import { UnfinishedSignOut } from './UnfinishedSignOut.tsx'
import { useAuthForm, type AuthFormState } from '../form/use-auth-form.ts'
import { useEarlyLogin } from '../form/early-login.ts'
import { useSessionReading } from './session/use-session-reading.ts'

const EnrolStep = lazyScreen(() => import(/* webpackChunkName: "enrol" */ './EnrolStep.tsx'))

const separator = (next: string) => (next === '' || currentLanguage() === 'ja' ? '' : ' ')

/** Explains why the user is on this page, before the first attempt. */
function useArrivalMessage(): string | null {
  const [search] = useSearchParams()
  const localize = useLocalize()
  const shellText = useShellText()
  const reason = useAtomValue(signedOutReasonAtom)
  const kept = holdsDrafts() ? shellText('input_kept') : ''
  if (reason === 'no_role') return shellText('role_not_found')
  if (reason === 'expired') return shellText('session_ended') + separator(kept) + kept
  if (reason === 'left_elsewhere') return shellText('left_elsewhere') + separator(kept) + kept
  return search.get('error') === 'unauthorized' ? localize(errors.unauthenticated.text) : null
}

/** What a sign-in lacks: of this page, or one that this browser began, or whose account wants more than it has given since. */
function useUnfinishedSignIn(began: boolean): [SignInLacking | null, (lacking: SignInLacking | null) => void] {
  const [lacking, setLacking] = useState<SignInLacking | null>(null)
  const reason = useAtomValue(signedOutReasonAtom)
  const isUnfinished = began || reason === 'unfinished'
  useEffect(() => {
    if (!isUnfinished) return
    let current = true
    // Where it cannot be read, signing in anew leads to the same step.
    call(signInEndpoints.step).then(
      ({ data }) => current && data.step && setLacking(data),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [isUnfinished])
  return [lacking, setLacking]
}

/** Where the company's provider is asked: an address to begin with, and whether nothing else leads in. */
type WithProvider = Pick<Parameters<typeof SingleSignIn>[0], 'email' | 'isRequired'>

/** What was typed before the page's script had come. */
function EarlyInput({ form }: { form: Pick<AuthFormState, 'fill'> }): ReactNode {
  useEarlyLogin(form.fill)
  return null
}

/** /auth/login (spec/site "Public routes"). Users signed in here or in another tab continue. */
export default function LoginScreen(): ReactNode {
  const shellText = useShellText()
  const singleSignOnText = useSingleSignOnText()
  const location = useLocation()
  const { state } = location
  const to = askedPath(location)
  const arrival = useArrivalMessage()
  const [lacking, setLacking] = useUnfinishedSignIn(isLacking(state))
  const [withProvider, setWithProvider] = useState<WithProvider | null>(
    isWithProvider(state) ? { email: emailOf(state), isRequired: false } : null,
  )
  /** One form has come in place of the other. */
  const [changed, setChanged] = useState(false)
  function changeTo(next: WithProvider | null): void {
    setChanged(true)
    setWithProvider(next)
  }
  function leaveStep(): void {
    setChanged(true)
    setLacking(null)
  }
  // This is the server's text from when the page was opened, so it is not shown in another language.
  const language = useLanguage()
  const [arrivedIn] = useState(language)
  const refusal = language === arrivedIn ? refusalOf(state) : null
  const form = useAuthForm({
    schema: loginBody,
    defaults: { email: emailOf(state), password: '' },
    send: async (body) => {
      try {
        await signIn(body)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'single_sign_on_required') return changeTo({ email: body.email, isRequired: true })
        if (error.code !== 'sign_in_unfinished') throw error
        setLacking((await call(signInEndpoints.step)).data)
      }
    },
  })
  usePageTitle(shellText('sign_in'))
  const session = useSession()
  // Skips the session request if there is no trace of a session: this is the first page that most users see.
  const [looking] = useState(() => session === undefined && mayBeSignedIn())
  const { error } = useSessionReading(looking ? readSession : null)
  if (session === undefined && looking && !error) return <PageSkeleton />
  // A session that is complete meanwhile must not take away the recovery codes that are shown once.
  if (lacking?.enrol)
    return (
      <ScreenBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <EnrolStep onDone={() => setLacking(null)} onLeave={leaveStep} />
        </Suspense>
      </ScreenBoundary>
    )
  if (!session && lacking) return <SignInStep lacking={lacking} onLeave={leaveStep} />
  if (session) return <Navigate to={cushionPath(to)} replace />
  if (withProvider) return <SingleSignIn {...withProvider} isStep={changed} to={to} onLeave={() => changeTo(null)} />
  return (
    <AuthPage>
      <AuthHeading>{shellText('sign_in')}</AuthHeading>
      <UnfinishedSignOut />
      <AuthForm
        isStep={form.submitted || changed}
        form={form}
        arrival={form.submitted ? null : (refusal ?? arrival)}
        action={shellText('sign_in')}
      >
        <AuthField form={form} name="email" label={shellText('email')} type="email" autoComplete="username webauthn" />
        <AuthField form={form} name="password" label={shellText('password')} type="password" autoComplete="current-password" />
        <EarlyInput form={form} />
      </AuthForm>
      <PasskeySignIn onRequired={() => changeTo({ email: '', isRequired: true })} />
      <button type="button" className={styles.second} onClick={() => changeTo({ email: emailOf(state), isRequired: false })}>
        {singleSignOnText('offer')}
      </button>
      <Link to={forgotPath}>{shellText('forgot_link')}</Link>
    </AuthPage>
  )
}
