import * as v from 'valibot'
import { defineChoices } from './choices.ts'
import { defineEndpoint } from './endpoint.ts'
import { checks } from './field.ts'
import { mailToken, passwordEntries } from './password.ts'
import { roles, type RoleCode } from './role.ts'
import type { StateRules } from './state.ts'
import { locales } from './text.ts'
import { message } from './validation.ts'

export const invitationStatuses = defineChoices('invitation_status', [
  { key: 'SENT', label: { ja: '招待中', en: 'Sent' }, colour: 'info' },
  { key: 'ACCEPTED', label: { ja: '承認済み', en: 'Accepted' }, colour: 'success' },
  { key: 'EXPIRED', label: { ja: '期限切れ', en: 'Expired' }, colour: 'neutral' },
  { key: 'REVOKED', label: { ja: '取り消し', en: 'Revoked' }, colour: 'neutral' },
])

/** What may be done with an invitation, by its status. Sending again replaces it by a new one and revokes this. */
export const invitationStates = {
  field: 'status',
  actions: {
    resend: {
      label: { ja: '再送する', en: 'Send again' },
      permission: 'user.invite',
      from: ['SENT', 'EXPIRED'],
      to: 'REVOKED',
      done: { ja: '招待メールを再送しました。', en: 'The invitation was sent again.' },
    },
    revoke: {
      label: { ja: '取り消す', en: 'Revoke' },
      permission: 'user.invite',
      from: ['SENT', 'EXPIRED'],
      to: 'REVOKED',
      done: { ja: '招待を取り消しました。', en: 'The invitation was revoked.' },
      confirm: {
        ja: 'この招待を取り消しますか。メールのリンクは使えなくなります。',
        en: 'Revoke this invitation? The link in the mail stops working.',
      },
    },
  },
} as const satisfies StateRules

const roleCodes = roles.map((role) => role.code) as unknown as readonly [RoleCode, ...RoleCode[]]

/** What an invitation is for, told to whoever holds its token. `registered`: the address has a user with a password. */
export const invitationOffer = v.object({
  email: v.string(),
  account_name: v.string(),
  role: v.picklist(roleCodes),
  registered: v.boolean(),
  expires_at: v.string(),
})
export type InvitationOffer = v.InferOutput<typeof invitationOffer>

/** An invitation as those who may invite see it. */
export const invitation = v.object({
  id: checks.id,
  email: v.string(),
  account_id: checks.id,
  status: v.picklist(invitationStatuses.keys),
  created_at: v.string(),
  expires_at: v.string(),
})

const token = v.strictObject({ token: mailToken })

/** The role that a user gets in an account is the account's kind; an administrator's account makes administrators. */
export const invitationEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/invitation',
    kind: 'list',
    permission: 'user.invite',
    summary: 'Invitations of an account, newest first, at most 200; none of an account that the caller may not invite to',
    query: v.strictObject({ account_id: v.pipe(v.string(), v.regex(/^\d{1,15}$/u)) }),
    response: v.object({ data: v.array(invitation) }),
    success: 200,
  }),
  invite: defineEndpoint({
    method: 'POST',
    path: '/api/user/invite',
    kind: 'invite',
    permission: 'user.invite',
    summary: 'Mail an invitation to an account; a former one to the same address is void',
    body: v.strictObject({
      email: checks.email,
      account_id: v.pipe(
        v.number(message('account_required')),
        v.integer(message('account_required')),
        v.minValue(1, message('account_required')),
      ),
      locale: v.picklist(locales, message('choice')),
    }),
    response: v.object({ data: v.object({ id: checks.id }) }),
    success: 201,
    errors: ['mail_failed'],
  }),
  resend: defineEndpoint({
    method: 'POST',
    path: '/api/invitation/{id}/resend',
    kind: 'invite',
    permission: 'user.invite',
    summary: 'Mail the invitation again with a new token; the old one is void',
    response: v.object({ data: v.object({ id: checks.id }) }),
    success: 201,
    errors: ['mail_failed', 'state_not_allowed'],
  }),
  revoke: defineEndpoint({
    method: 'DELETE',
    path: '/api/invitation/{id}',
    kind: 'delete',
    permission: 'user.invite',
    summary: 'Void an invitation that was not accepted',
    success: 204,
    errors: ['state_not_allowed'],
  }),
  check: defineEndpoint({
    method: 'POST',
    path: '/api/invitation/check',
    kind: 'get',
    permission: 'public',
    summary: 'What the invitation with this token is for; uses nothing up',
    body: token,
    response: v.object({ data: invitationOffer }),
    success: 200,
    errors: ['token_invalid', 'too_many_requests'],
  }),
  accept: defineEndpoint({
    method: 'POST',
    path: '/api/invitation/user',
    kind: 'invite',
    permission: 'public',
    summary: 'Accept an invitation as a user who is registered: the account is added to that user',
    body: token,
    response: v.object({ data: invitationOffer }),
    success: 200,
    errors: ['token_invalid', 'state_not_allowed', 'too_many_requests'],
  }),
  register: defineEndpoint({
    method: 'POST',
    path: '/api/register',
    kind: 'create',
    permission: 'public',
    summary: 'Accept an invitation as a new user: name and password are set, signing in comes next',
    body: v.strictObject({
      token: mailToken,
      name: v.pipe(v.string(message('required')), v.regex(/\S/u, message('required')), v.maxLength(100, message('too_long'))),
      name_kana: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100, message('too_long')))), null),
      ...passwordEntries,
    }),
    response: v.object({ data: v.object({ email: v.string() }) }),
    success: 201,
    errors: ['token_invalid', 'state_not_allowed', 'too_many_requests'],
  }),
}
