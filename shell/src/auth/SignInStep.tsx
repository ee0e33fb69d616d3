import { finishSignIn } from '@adsite/auth'
import type { signInEndpoints, EndpointResponse } from '@adsite/contract'
import type { ReactNode } from 'react'
import { LostFactors } from '../factor/LostFactors.tsx'
import { ProofForm } from '../factor/ProofForm.tsx'
import { useFactorText } from '../factor/texts.ts'
import { AuthHeading } from '../form/AuthForm.tsx'
import styles from '../form/AuthForm.module.css'
import { AuthPage } from '../form/AuthPage.tsx'

/** What a sign-in still lacks after the password. */
export type SignInLacking = EndpointResponse<typeof signInEndpoints.step>['data']

/** The step after the password: a second factor of the user. */
export function SignInStep({ lacking, onLeave }: { lacking: SignInLacking; onLeave: () => void }): ReactNode {
  const text = useFactorText()
  return (
    <AuthPage>
      <AuthHeading>{text('confirm_title')}</AuthHeading>
      <p>{text('step_help')}</p>
      <ProofForm
        choices={lacking.choices}
        send={async (proof) => {
          await finishSignIn(proof)
        }}
      />
      <LostFactors due={lacking.reset_due ?? null} />
      <button type="button" className={styles.second} onClick={onLeave}>
        {text('other_user')}
      </button>
    </AuthPage>
  )
}
