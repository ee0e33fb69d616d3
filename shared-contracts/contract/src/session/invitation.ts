import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { writing } from '../field/checks.ts'
import { mailToken, passwordEntries } from './password.ts'
import { roleCodes } from '../role/role.ts'
import { personName } from './user.ts'
import { message } from '../text/message.ts'
import { oneLine } from '../text/one-line.ts'

/** Details of an invitation, shown to the holder of its token. `registered`: a user with this address can sign in already. */
export const invitationOffer = v.object({
  email: v.string(),
  account_name: v.string(),
  role: v.picklist(roleCodes),
  registered: v.boolean(),
  /** The account is used with the provider of the address's domain alone: nobody registers for it with a password. Absent: it is not. */
  single_sign_on: v.optional(v.boolean()),
  expires_at: v.string(),
})
export type InvitationOffer = v.InferOutput<typeof invitationOffer>

const token = v.strictObject({ token: mailToken })

/**
 * Calls for invited users. The user's role in an account is the account's kind; invitations to an administrator
 * account create administrators.
 */
export const invitationEndpoints = {
  check: defineEndpoint({
    method: 'POST',
    path: '/api/invitation/check',
    label: { ja: '招待の確認', en: 'Check an invitation' },
    kind: 'get',
    failure: { ja: '招待を確認できませんでした', en: 'The invitation could not be checked.' },
    permission: 'public',
    summary: 'What the invitation with this token is for; uses nothing up',
    body: token,
    response: v.object({ data: invitationOffer }),
    success: 200,
    stale: [],
    errors: ['token_invalid', 'too_many_requests'],
  }),
  accept: defineEndpoint({
    method: 'POST',
    path: '/api/invitation/user',
    label: { ja: '登録済みユーザーによる招待の承諾', en: 'Accept an invitation as an existing user' },
    kind: 'invite',
    failure: { ja: '招待を承認できませんでした', en: 'The invitation could not be accepted.' },
    permission: 'public',
    summary: 'Accept an invitation as a user who is registered: the account is added to that user',
    body: token,
    response: v.object({ data: invitationOffer }),
    success: 200,
    stale: [],
    errors: ['token_invalid', 'state_not_allowed', 'too_many_requests'],
  }),
  register: defineEndpoint({
    method: 'POST',
    path: '/api/register',
    label: { ja: '新規ユーザーによる招待の承諾', en: 'Accept an invitation as a new user' },
    kind: 'create',
    failure: { ja: '登録に失敗しました', en: 'Registration failed.' },
    permission: 'public',
    summary: 'Accept an invitation as a new user: name and password are set, signing in comes next',
    body: v.strictObject({
      token: mailToken,
      name: personName,
      name_kana: v.optional(v.nullable(v.pipe(v.string(), v.transform(oneLine), writing, v.maxLength(100, message('too_long')))), null),
      ...passwordEntries,
    }),
    response: v.object({ data: v.object({ email: v.string() }) }),
    success: 201,
    stale: [],
    errors: ['token_invalid', 'single_sign_on_required', 'state_not_allowed', 'too_many_requests'],
  }),
}
