import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { alwaysFresh } from '../endpoint/fresh.ts'
import { checks, nameOf } from '../field/checks.ts'
import { message } from '../text/message.ts'
import { passkeyAnswer, passkeyChallenge, passkeyCreated, passkeyCreation } from './passkey.ts'
import { presentPassword } from './password.ts'

/** What a user can prove to be themselves with, the strongest first. */
export const factorKinds = ['passkey', 'totp', 'recovery_code', 'password'] as const
export type FactorKind = (typeof factorKinds)[number]

/** Factors that complete a sign-in. A password alone does not, once the user has one of them. */
export const secondFactorKinds = ['passkey', 'totp', 'recovery_code'] as const satisfies readonly FactorKind[]

/** Recovery codes of a user; each works once. */
export const recoveryCodeCount = 10

/** Spaces and hyphens, which people add to codes to read them. */
const separators = /[\s-]/gu
const withoutSeparators = v.transform((code: string) => code.normalize('NFKC').replaceAll(separators, ''))

/** A code of an authenticator app: six digits, typed in any width and with spaces. */
export const totpCode = v.pipe(
  v.string(message('required')),
  v.maxLength(100, message('too_long')),
  withoutSeparators,
  v.minLength(1, message('required')),
  v.regex(/^\d{6}$/u, message('totp_code')),
)

/** Sixteen characters of Crockford's alphabet, in which O is 0, and I and L are 1. */
export const recoveryCode = v.pipe(
  v.string(message('required')),
  v.maxLength(100, message('too_long')),
  withoutSeparators,
  v.minLength(1, message('required')),
  v.toUpperCase(),
  v.transform((code) => code.replaceAll('O', '0').replaceAll(/[IL]/gu, '1')),
  v.regex(/^[0-9A-HJKMNP-TV-Z]{16}$/u, message('recovery_code')),
)

/** A factor as the user gives it. */
export const factorProof = v.variant('kind', [
  v.strictObject({ kind: v.literal('passkey'), passkey: passkeyAnswer }),
  v.strictObject({ kind: v.literal('totp'), code: totpCode }),
  v.strictObject({ kind: v.literal('recovery_code'), code: recoveryCode }),
  v.strictObject({ kind: v.literal('password'), password: presentPassword }),
])
export type FactorProof = v.InferOutput<typeof factorProof>

/** A factor that the user has added. */
export const ownFactor = v.object({
  id: checks.id,
  kind: v.picklist(['passkey', 'totp']),
  name: v.string(),
  created_at: v.string(),
  last_used_at: v.nullable(v.string()),
})
export type OwnFactor = v.InferOutput<typeof ownFactor>

/** The name of a passkey. */
export const factorName = nameOf(100)

/** `recovery_codes` are shown once: with the first factor, and when they are made anew. */
const added = v.object({ data: v.object({ recovery_codes: v.nullable(v.array(v.string())) }) })

/** The second: how many people lack a factor. */
const ownFactors = ['/api/factor', '/api/factor-requirement']

/** The signed-in user's own factors (spec/quality "Second factor"). */
export const factorEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/factor',
    label: { ja: '自分の本人確認方法の表示', en: 'View own sign-in methods' },
    kind: 'list',
    permission: 'session.use',
    everywhere: true,
    viewing: 'refused',
    summary: 'The factors of the user, and how many recovery codes are left; null without a factor',
    response: v.object({
      data: v.object({ factors: v.array(ownFactor), recovery_codes_left: v.nullable(v.number()) }),
    }),
    success: 200,
  }),
  choices: defineEndpoint({
    method: 'GET',
    path: '/api/factor/choices',
    label: { ja: '本人確認の方法の取得', en: 'List ways to confirm' },
    kind: 'list',
    permission: 'session.use',
    viewing: 'refused',
    unfinished: ['factor', 'enrol'],
    summary: 'The factors with which the user can complete the sign-in or confirm a sensitive call, the strongest first',
    response: v.object({ data: v.array(v.picklist(factorKinds)) }),
    success: 200,
  }),
  challenge: defineEndpoint({
    method: 'POST',
    path: '/api/factor/challenge',
    label: { ja: 'パスキーによる本人確認の開始', en: 'Start to confirm with a passkey' },
    kind: 'get',
    permission: 'session.use',
    unfinished: ['factor'],
    summary: 'What the browser asks one of the user’s own passkeys to sign',
    response: v.object({ data: passkeyChallenge }),
    success: 200,
    stale: [],
  }),
  confirm: defineEndpoint({
    method: 'POST',
    path: '/api/factor/confirm',
    label: { ja: '本人確認', en: 'Confirm that it is you' },
    kind: 'change',
    permission: 'session.use',
    unfinished: ['enrol'],
    summary: 'Give a factor anew: calls that need a fresh one work for ten minutes. The password counts for users without another factor',
    body: factorProof,
    success: 204,
    stale: ownFactors,
    event: 'factor_check',
    errors: ['factor_rejected', 'too_many_requests'],
  }),
  startTotp: defineEndpoint({
    method: 'POST',
    path: '/api/factor/totp/start',
    label: { ja: '認証アプリの登録の開始', en: 'Start to add an authenticator app' },
    kind: 'create',
    permission: 'session.use',
    everywhere: true,
    unfinished: ['enrol'],
    fresh: alwaysFresh,
    summary: 'A new secret for an authenticator app, as text and as the address of its QR code; a code of the app adds it',
    response: v.object({ data: v.object({ secret: v.string(), uri: v.string() }) }),
    success: 200,
    stale: [],
    errors: ['action_blocked'],
  }),
  addTotp: defineEndpoint({
    method: 'POST',
    path: '/api/factor/totp',
    label: { ja: '認証アプリの登録', en: 'Add an authenticator app' },
    kind: 'change',
    permission: 'session.use',
    everywhere: true,
    unfinished: ['enrol'],
    fresh: alwaysFresh,
    summary: 'Add the authenticator app that was started, with a code of it; it replaces a former one',
    body: v.strictObject({ code: totpCode }),
    response: added,
    success: 200,
    stale: ownFactors,
    event: 'factor_change',
    errors: ['state_not_allowed', 'too_many_requests'],
  }),
  startPasskey: defineEndpoint({
    method: 'POST',
    path: '/api/factor/passkey/start',
    label: { ja: 'パスキーの登録の開始', en: 'Start to add a passkey' },
    kind: 'create',
    permission: 'session.use',
    everywhere: true,
    unfinished: ['enrol'],
    fresh: alwaysFresh,
    summary: 'What the browser makes a new passkey of',
    response: v.object({ data: passkeyCreation }),
    success: 200,
    stale: [],
    errors: ['state_not_allowed'],
  }),
  addPasskey: defineEndpoint({
    method: 'POST',
    path: '/api/factor/passkey',
    label: { ja: 'パスキーの登録', en: 'Add a passkey' },
    kind: 'change',
    permission: 'session.use',
    everywhere: true,
    unfinished: ['enrol'],
    fresh: alwaysFresh,
    summary: 'Add a passkey that the browser made',
    body: v.strictObject({ name: factorName, passkey: passkeyCreated }),
    response: added,
    success: 200,
    stale: ownFactors,
    event: 'factor_change',
    errors: ['factor_rejected', 'state_not_allowed'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/factor/{id}',
    label: { ja: '本人確認方法の削除', en: 'Remove a sign-in method' },
    kind: 'delete',
    permission: 'session.use',
    everywhere: true,
    fresh: alwaysFresh,
    summary: 'Remove one of the own factors; recovery codes go with the last one, which stays while a second factor is required',
    success: 204,
    stale: ownFactors,
    event: 'factor_change',
    errors: ['action_blocked'],
  }),
  renewRecoveryCodes: defineEndpoint({
    method: 'POST',
    path: '/api/factor/recovery-codes',
    label: { ja: '回復コードの再発行', en: 'Make new recovery codes' },
    kind: 'change',
    permission: 'session.use',
    everywhere: true,
    fresh: alwaysFresh,
    summary: 'Ten new recovery codes; the former ones no longer work',
    response: v.object({ data: v.object({ recovery_codes: v.array(v.string()) }) }),
    success: 200,
    stale: ownFactors,
    event: 'factor_change',
    errors: ['state_not_allowed'],
  }),
}
