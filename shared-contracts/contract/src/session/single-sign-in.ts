import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { errors } from '../endpoint/error.ts'
import { checks } from '../field/checks.ts'
import { message } from '../text/message.ts'
import { sessionData } from './session.ts'

export const singleSignInBody = v.strictObject({
  email: checks.email,
  /** The provider asks for its factors anew, although it knows the browser: for sensitive calls. */
  again: v.optional(v.boolean()),
})

/** Sign-in with the provider of a company (docs/decisions/0044-single-sign-on.md). */
export const singleSignInEndpoints = {
  start: defineEndpoint({
    method: 'POST',
    path: '/api/sso/start',
    label: { ja: 'シングルサインオンの開始', en: 'Start to sign in with a provider' },
    kind: 'get',
    failure: errors.login_failed.text,
    permission: 'public',
    summary: 'The address at the provider of an e-mail address’s domain, which this browser can come back from within 15 minutes',
    body: singleSignInBody,
    response: v.object({ data: v.object({ url: v.string() }) }),
    success: 200,
    stale: [],
    errors: ['login_failed', 'too_many_requests'],
  }),
  finish: defineEndpoint({
    method: 'POST',
    path: '/api/sso/finish',
    label: { ja: 'シングルサインオンによるログイン', en: 'Sign in with a provider' },
    kind: 'create',
    failure: errors.login_failed.text,
    permission: 'public',
    summary: 'Sign in with what the provider has sent the browser back with; sign_in_unfinished: GET /api/sign-in tells what is lacking',
    body: v.strictObject({
      provider_id: checks.id,
      /** The query of the address that the provider sent the browser to. */
      response: v.pipe(v.string(), v.maxLength(8000, message('too_long'))),
    }),
    response: v.object({ data: sessionData }),
    success: 200,
    stale: [],
    event: 'sign_in',
    errors: ['login_failed', 'sign_in_unfinished', 'too_many_requests'],
  }),
}
