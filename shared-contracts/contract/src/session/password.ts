import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { errors } from '../endpoint/error.ts'
import { checks } from '../field/checks.ts'
import { loginBody, passwordBounds } from './session.ts'
import { message } from '../text/message.ts'

/** A new password (spec/quality "Passwords"): 8 to 128 characters; the API also rejects common ones. */
export const newPassword = v.pipe(
  v.string(message('required')),
  v.minLength(1, message('required')),
  v.minLength(passwordBounds.min, message('password_short', passwordBounds.min)),
  v.maxLength(passwordBounds.max, message('too_long')),
)

/** The user's current password; its limits are those in force when it was set. */
export const presentPassword = loginBody.entries.password

/** A single-use token from a mail: 32 random bytes, base64url. */
export const mailToken = v.pipe(v.string(message('required')), v.regex(/^[\w-]{43}$/u, message('token')))

/** Fields of a form that asks for a new password twice; the API also compares them (`password_mismatch` on the confirmation). */
export const passwordEntries = { password: newPassword, password_confirmation: v.string(message('required')) }

/** Lifetimes of mailed tokens, in minutes and hours (spec/quality "Tokens"). */
export const resetMinutes = 60
export const invitationHours = 72

export const passwordEndpoints = {
  forgot: defineEndpoint({
    method: 'POST',
    path: '/forgot-password',
    label: { ja: 'パスワード再設定の依頼', en: 'Request a password reset' },
    kind: 'change',
    failure: errors.mail_failed.text,
    permission: 'public',
    summary: 'Mail a link to set a new password; the same answer for known and unknown addresses',
    body: v.strictObject({ email: checks.email }),
    success: 200,
    stale: [],
    event: 'password_request',
    errors: ['too_many_requests'],
  }),
  check: defineEndpoint({
    method: 'POST',
    path: '/api/password/check',
    label: { ja: 'パスワード再設定リンクの確認', en: 'Check a password reset link' },
    kind: 'get',
    failure: { ja: 'リンクを確認できませんでした', en: 'The link could not be checked.' },
    permission: 'public',
    summary: 'Whose password the mailed token may set; uses nothing up',
    body: v.strictObject({ token: mailToken }),
    response: v.object({ data: v.object({ email: v.string() }) }),
    success: 200,
    stale: [],
    errors: ['token_invalid', 'single_sign_on_required', 'too_many_requests'],
  }),
  reset: defineEndpoint({
    method: 'POST',
    path: '/reset-password',
    label: { ja: 'パスワードの再設定', en: 'Reset the password' },
    kind: 'update',
    permission: 'public',
    summary: 'Set a new password with a mailed token; ends all sessions of the user and does not sign in',
    body: v.strictObject({ token: mailToken, ...passwordEntries }),
    success: 200,
    stale: [],
    event: 'password',
    errors: ['token_invalid', 'single_sign_on_required', 'too_many_requests'],
  }),
  change: defineEndpoint({
    method: 'POST',
    path: '/api/user/me/password',
    label: { ja: '自分のパスワードの変更', en: 'Change own password' },
    kind: 'update',
    permission: 'session.use',
    everywhere: true,
    summary: 'Change the own password, with the present one; ends all other sessions of the user',
    body: v.strictObject({ current_password: presentPassword, ...passwordEntries }),
    success: 204,
    stale: ['/api/session'],
    event: 'password',
    errors: ['state_not_allowed', 'too_many_requests'],
  }),
}
