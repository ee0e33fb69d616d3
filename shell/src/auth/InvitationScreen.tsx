import { readSession, useSession } from '@adsite/auth'
import { invitationHours, roleLabel, roleOfCode, type InvitationOffer } from '@adsite/contract'
import { formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { usePageTitle } from '../page/use-page-title.ts'
import { useCommonText, useShellText } from '../base/use-shell-text.ts'
import { AcceptInvitation } from './AcceptInvitation.tsx'
import styles from '../form/AuthForm.module.css'
import { AuthHeading } from '../form/AuthForm.tsx'
import { AuthPage } from '../form/AuthPage.tsx'
import { OtherUserNotice } from './OtherUserNotice.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { handOver } from './session/hand-over.ts'
import { loginPath } from './session/return-path.ts'
import { UnfinishedSignOut } from './UnfinishedSignOut.tsx'
import { useInvitation } from './session/use-invitation.ts'
import { useMailToken } from './session/use-mail-token.ts'
import { useSessionReading } from './session/use-session-reading.ts'

function OfferFacts({ offer }: { offer: InvitationOffer }): ReactNode {
  const text = useShellText()
  const localize = useLocalize()
  const language = useLanguage()
  const role = roleOfCode(offer.role)
  const facts = [
    [text('invited_account'), offer.account_name],
    [text('invited_role'), role === null ? '' : localize(roleLabel(role))],
    [text('email'), offer.email],
    [text('invited_until'), formatDateTime(offer.expires_at, language)],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** For an address whose company requires its provider: whoever it vouches for can accept. */
function SignInFirst({ offer }: { offer: InvitationOffer }): ReactNode {
  const text = useShellText()
  return (
    <div className={styles.form}>
      <p>{text('invitation_single_sign_on')}</p>
      <Link to={loginPath('/', false)} state={handOver({ email: offer.email, step: 'provider' })}>
        {text('with_single_sign_on')}
      </Link>
    </div>
  )
}

/** The available action, depending on who is signed in and whether the invited address has a user. */
function Answer(answering: Parameters<typeof AcceptInvitation>[0]): ReactNode {
  const { offer } = answering
  const session = useSession()
  if (session && session.user.email.toLowerCase() !== offer.email.toLowerCase())
    return <OtherUserNotice invited={offer.email} message="invitation_other_user" />
  if (offer.single_sign_on && !offer.registered) return <SignInFirst offer={offer} />
  return offer.registered ? <AcceptInvitation {...answering} /> : <RegisterForm {...answering} />
}

function Invitation({ token }: { token: string }): ReactNode {
  const text = useShellText()
  const common = useCommonText()
  const { reading, end, retry } = useInvitation(token)
  const session = useSession()
  const own = useSessionReading(session === undefined ? readSession : null)
  if (reading === 'void') {
    return (
      <div className={styles.form} role="alert">
        <p>{text('invitation_void', { hours: invitationHours })}</p>
        <Link to={loginPath('/', false)}>{text('back_to_sign_in')}</Link>
      </div>
    )
  }
  const error = typeof reading === 'object' && 'error' in reading ? reading.error : session === undefined ? own.error : null
  if (error) {
    return (
      <div className={styles.form} role="alert">
        <p>{error.message}</p>
        <button
          type="button"
          className="button"
          onClick={() => {
            if (typeof reading === 'object' && 'error' in reading) retry()
            own.retry()
          }}
        >
          {common('retry')}
        </button>
      </div>
    )
  }
  if (reading === 'reading' || 'error' in reading || session === undefined) return <output>{common('loading')}</output>
  return (
    <>
      <OfferFacts offer={reading.offer} />
      <Answer offer={reading.offer} token={token} onVoid={end} />
    </>
  )
}

/** /invitation (spec/site "Public routes"): new users set name and password, registered users accept the account. */
export default function InvitationScreen(): ReactNode {
  const text = useShellText()
  const token = useMailToken()
  usePageTitle(text('invitation_title'))
  return (
    <AuthPage>
      <AuthHeading>{text('invitation_title')}</AuthHeading>
      <UnfinishedSignOut />
      <Invitation key={token} token={token} />
    </AuthPage>
  )
}
