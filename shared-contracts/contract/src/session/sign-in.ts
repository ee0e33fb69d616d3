import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { errors } from '../endpoint/error.ts'
import { factorKinds, factorProof } from './factor.ts'
import { passkeyAnswer, passkeyChallenge } from './passkey.ts'
import { sessionData } from './session.ts'

const session = v.object({ data: sessionData })

/** What comes after the password, and the sign-in with a passkey alone (spec/quality "Second factor"). */
export const signInEndpoints = {
  step: defineEndpoint({
    method: 'GET',
    path: '/api/sign-in',
    label: { ja: 'ログインの進み具合の取得', en: 'Read the step of the sign-in' },
    kind: 'get',
    permission: 'session.use',
    viewing: 'refused',
    unfinished: ['factor', 'enrol'],
    summary:
      'What the sign-in still lacks, null for nothing, and the factors that can complete it, the strongest first; with enrol the user has none and has to add one',
    response: v.object({
      data: v.object({
        step: v.nullable(v.picklist(['factor'])),
        choices: v.array(v.picklist(factorKinds)),
        /** A second factor is required and the user has none: adding one completes the sign-in. Absent in older answers. */
        enrol: v.optional(v.boolean()),
        /** When the second factors are removed, because the user has lost them. Absent in older answers, null for never. */
        reset_due: v.optional(v.nullable(v.string())),
      }),
    }),
    success: 200,
  }),
  finish: defineEndpoint({
    method: 'POST',
    path: '/api/sign-in/factor',
    label: { ja: '二要素目によるログインの完了', en: 'Complete the sign-in' },
    kind: 'change',
    failure: errors.login_failed.text,
    permission: 'session.use',
    unfinished: ['factor'],
    summary: 'Complete a sign-in with a second factor; the session gets a new id',
    body: factorProof,
    response: session,
    success: 200,
    stale: [],
    event: 'sign_in',
    errors: ['factor_rejected', 'state_not_allowed', 'too_many_requests'],
  }),
  challenge: defineEndpoint({
    method: 'POST',
    path: '/api/sign-in/challenge',
    label: { ja: 'パスキーによるログインの開始', en: 'Start to sign in with a passkey' },
    kind: 'get',
    failure: errors.login_failed.text,
    permission: 'public',
    summary: 'What the browser asks any passkey for this site to sign; the same for everybody',
    response: v.object({ data: passkeyChallenge }),
    success: 200,
    stale: [],
  }),
  passkey: defineEndpoint({
    method: 'POST',
    path: '/api/sign-in/passkey',
    label: { ja: 'パスキーによるログイン', en: 'Sign in with a passkey' },
    kind: 'create',
    failure: errors.login_failed.text,
    permission: 'public',
    summary: 'Sign in with a passkey instead of e-mail and password',
    body: v.strictObject({ passkey: passkeyAnswer }),
    response: session,
    success: 200,
    stale: [],
    event: 'sign_in',
    errors: ['login_failed', 'passkey_unknown', 'single_sign_on_required', 'too_many_requests'],
  }),
}
