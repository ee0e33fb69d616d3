import { call, useApiQuery } from '@adsite/api-client'
import { factorEndpoints } from '@adsite/contract'
import { useSession } from '@adsite/auth'
import { Dialog } from '@adsite/screen-kit'
import { useEffect, type ReactNode } from 'react'
import { CardFailure, CardWaiting } from '../dashboard/Card.tsx'
import { answerFactorAsked } from './ask-for-factor.ts'
import { ProviderProof } from '../single-sign-on/ProviderProof.tsx'
import { dialogWidth } from './dialog-width.ts'
import { ProofForm } from './ProofForm.tsx'
import { useFactorText } from './texts.ts'

/** Asks for a factor before a sensitive call (spec/quality "Second factor"). */
export default function FactorDialog(): ReactNode {
  const text = useFactorText()
  const session = useSession()
  const email = session?.user.email
  const { data, error, refetch } = useApiQuery(factorEndpoints.choices)
  // Whatever takes the page away while it is open, such as the end of the session, ends the waiting calls.
  useEffect(() => () => answerFactorAsked(false), [])
  return (
    <Dialog open title={text('confirm_title')} width={dialogWidth} footer={null} onCancel={() => answerFactorAsked(false)}>
      <p style={{ margin: '8px 0 20px' }}>{text('confirm_help')}</p>
      {error && !data && <CardFailure error={error} retry={() => void refetch()} />}
      {!error && !data && <CardWaiting />}
      {data && session?.single_sign_on && <ProviderProof email={session.user.email} />}
      {data && (data.data.length > 0 || !session?.single_sign_on) && (
        <ProofForm
          choices={data.data}
          email={email}
          send={async (proof) => {
            await call(factorEndpoints.confirm, { body: proof })
            answerFactorAsked(true)
          }}
        />
      )}
    </Dialog>
  )
}
