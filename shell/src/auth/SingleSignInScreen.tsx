import { ApiError } from '@adsite/api-client'
import { signInWithProvider } from '@adsite/auth'
import { useEffect, useState, type ReactNode } from 'react'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { errorMessage } from '../base/error-message.ts'
import { handOver } from './session/hand-over.ts'
import { cushionPath, returnPath, withReturn } from './session/return-path.ts'
import { PageSkeleton } from '../page/PageSkeleton.tsx'
import { usePageTitle } from '../page/use-page-title.ts'
import { takeKeptPage } from '../single-sign-on/leave-for-provider.ts'
import { useSingleSignOnText } from '../single-sign-on/texts.ts'

interface Outcome {
  readonly to: string
  /** Why it failed; null: it did not. */
  readonly refusal: string | null
  /** It needs a second factor of this site. */
  readonly isUnfinished: boolean
}

/** One exchange for each answer of a provider, however often the page is rendered: a second one would be refused. */
const exchanges = new Map<string, Promise<Outcome>>()

async function exchange(providerId: number, response: string): Promise<Outcome> {
  const to = returnPath(takeKeptPage())
  try {
    await signInWithProvider({ provider_id: providerId, response })
    return { to, refusal: null, isUnfinished: false }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'sign_in_unfinished') return { to, refusal: null, isUnfinished: true }
    return { to, refusal: error instanceof Error ? errorMessage(error) : '', isUnfinished: false }
  }
}

function exchangeOnce(providerId: number, response: string): Promise<Outcome> {
  const known = exchanges.get(response) ?? exchange(providerId, response)
  exchanges.set(response, known)
  return known
}

/** /auth/sso/:id, where the provider sends browsers back to. Whatever it says is told on the sign-in page. */
export default function SingleSignInScreen(): ReactNode {
  const text = useSingleSignOnText()
  const { id } = useParams()
  const { search } = useLocation()
  const [parameters] = useSearchParams()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const providerId = /^[1-9]\d{0,14}$/u.test(id ?? '') ? Number(id) : 0
  const isAnswer = providerId > 0 && parameters.has('state')
  usePageTitle(text('finishing'))
  useEffect(() => {
    if (isAnswer) void exchangeOnce(providerId, search).then(setOutcome)
  }, [isAnswer, providerId, search])

  if (!isAnswer) return <Navigate to="/auth/login" replace />
  if (outcome === null)
    return (
      <>
        <output className="visually-hidden">{text('finishing')}</output>
        <PageSkeleton />
      </>
    )
  const { to, refusal, isUnfinished } = outcome
  if (refusal === null && !isUnfinished) return <Navigate to={cushionPath(to)} replace />
  const state = handOver(isUnfinished ? { step: 'lacking' } : { refusal: refusal ?? '' })
  return <Navigate to={withReturn('/auth/login', {}, to)} state={state} replace />
}
