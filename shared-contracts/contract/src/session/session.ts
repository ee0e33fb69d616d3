import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { errors } from '../endpoint/error.ts'
import { checks } from '../field/checks.ts'
import { roleCodes } from '../role/role.ts'
import { locales } from '../text/text.ts'
import { message } from '../text/message.ts'

/** An account of the signed-in user in the API form (spec/api "Account forms"). `role` is the code. */
export const account = v.object({
  account_id: checks.id,
  name: v.string(),
  role: v.picklist(roleCodes),
  is_default: v.boolean(),
})
export type Account = v.InferOutput<typeof account>

/** While an administrator views the site as somebody else: the rest of the session is that of the user who is viewed. */
export const viewing = v.object({
  id: checks.id,
  reason: v.string(),
  /** When it ends by itself (ISO 8601). */
  ends_at: v.string(),
})
export type Viewing = v.InferOutput<typeof viewing>

export const sessionData = v.object({
  user: v.object({ id: checks.id, name: v.string(), email: v.string(), locale: v.picklist(locales) }),
  accounts: v.array(account),
  using_account_id: checks.id,
  /** The next day from which a second factor is required of the user, who has none. Absent in older answers, null for none. */
  factor_due: v.optional(v.nullable(v.string())),
  /** When the user's second factors are removed, because that was asked for. Absent in older answers, null for never. */
  factor_reset_due: v.optional(v.nullable(v.string())),
  /** The user signed in with the provider of their company. Absent: here, and in older answers. */
  single_sign_on: v.optional(v.boolean()),
  /** That provider says nothing of further accounts of the user: calls that concern them too are refused (`Endpoint.everywhere`). Absent: none, and in older answers. */
  accounts_elsewhere: v.optional(v.boolean()),
  /** No password of this site signs the user in, since the provider of their company does. Absent: one, and in older answers. */
  no_password: v.optional(v.boolean()),
  /** Absent: the user is at the site in person. */
  viewing: v.optional(viewing),
})
export type SessionData = v.InferOutput<typeof sessionData>

/** 8 to 128 characters, never truncated (spec/quality "Passwords"). */
export const passwordBounds = { min: 8, max: 128 } as const

export const loginBody = v.strictObject({
  email: checks.email,
  password: v.pipe(
    v.string(message('required')),
    v.minLength(1, message('required')),
    v.maxLength(passwordBounds.max, message('too_long')),
  ),
})

const session = v.object({ data: sessionData })

/** Session calls (spec/api "Session calls"). */
export const sessionEndpoints = {
  csrf: defineEndpoint({
    method: 'GET',
    path: '/sanctum/csrf-cookie',
    label: { ja: 'CSRFトークンの取得', en: 'Get a CSRF token' },
    kind: 'get',
    permission: 'public',
    summary: 'Set the XSRF-TOKEN cookie, to be sent back as X-XSRF-TOKEN with every unsafe call',
    success: 204,
  }),
  login: defineEndpoint({
    method: 'POST',
    path: '/login',
    label: { ja: 'ログイン', en: 'Sign in' },
    kind: 'create',
    failure: errors.login_failed.text,
    permission: 'public',
    summary: 'Sign in with e-mail and password; sign_in_unfinished: the password is right, and GET /api/sign-in tells what is lacking',
    body: loginBody,
    response: session,
    success: 200,
    stale: [],
    event: 'sign_in',
    errors: ['login_failed', 'single_sign_on_required', 'sign_in_unfinished', 'too_many_requests'],
  }),
  logout: defineEndpoint({
    method: 'POST',
    path: '/logout',
    label: { ja: 'ログアウト', en: 'Sign out' },
    kind: 'change',
    failure: { ja: 'ログアウトに失敗しました', en: 'Sign-out failed.' },
    permission: 'public',
    summary: 'End the session; 200 also without one',
    success: 200,
    stale: [],
    event: 'sign_out',
  }),
  me: defineEndpoint({
    method: 'GET',
    path: '/api/account/me',
    label: { ja: '自分の利用者情報とアカウントの取得', en: 'Read own user and accounts' },
    kind: 'get',
    permission: 'session.use',
    summary: 'The signed-in user, the accounts and the one in use',
    response: session,
    success: 200,
  }),
  accounts: defineEndpoint({
    method: 'GET',
    path: '/api/account',
    label: { ja: '自分のアカウント一覧の取得', en: 'List own accounts' },
    kind: 'list',
    permission: 'session.use',
    summary: 'The accounts of the signed-in user and the one in use',
    response: v.object({ data: v.pick(sessionData, ['accounts', 'using_account_id']) }),
    success: 200,
  }),
  changeRole: defineEndpoint({
    method: 'POST',
    path: '/api/change-role',
    label: { ja: 'アカウントの切り替え', en: 'Switch account' },
    kind: 'change',
    permission: 'session.use',
    summary: 'Use another account of the user; the session gets a new id',
    body: v.strictObject({ account_id: checks.id }),
    response: session,
    success: 201,
    stale: [],
    event: 'account_switch',
    errors: ['not_found'],
  }),
}
