import * as v from 'valibot'
import { bulkEndpoint } from '../../resource/bulk.ts'
import { defineChoices } from '../../text/choices.ts'
import { defineEndpoint } from '../../endpoint/endpoint.ts'
import { alwaysFresh } from '../../endpoint/fresh.ts'
import { checks } from '../../field/checks.ts'
import { choice, datetime, email, reference } from '../../field/field.ts'
import { createBodySchema, defineResource, type Resource, staleAfterWrite } from '../../resource/resource.ts'
import { actionEndpoints, readEndpoints } from '../../resource/resource-endpoints.ts'
import { roleChoices, roleLabel, type Role } from '../../role/role.ts'
import type { StateRules } from '../../resource/state.ts'
import { message } from '../../text/message.ts'

export const invitationStatuses = defineChoices('invitation_status', [
  { key: 'SENT', label: { ja: '招待中', en: 'Sent' }, colour: 'info' },
  { key: 'ACCEPTED', label: { ja: '承認済み', en: 'Accepted' }, colour: 'success' },
  { key: 'EXPIRED', label: { ja: '期限切れ', en: 'Expired' }, colour: 'warning' },
  { key: 'REVOKED', label: { ja: '取り消し', en: 'Revoked' }, colour: 'neutral' },
])

/** Languages of mails and screens. */
export const languages = defineChoices('language', [
  { key: 'ja', label: { ja: '日本語', en: 'Japanese' } },
  { key: 'en', label: { ja: '英語', en: 'English' } },
])

/** Actions on an invitation, by status. Resending invalidates the former link. */
export const invitationStates = {
  field: 'status',
  actions: {
    resend: {
      label: { ja: '再送する', en: 'Send again' },
      permission: 'user.invite',
      from: ['SENT', 'EXPIRED'],
      to: 'SENT',
      fresh: true,
      done: { ja: '招待メールを再送しました', en: 'The invitation was sent again.' },
    },
    revoke: {
      label: { ja: '取り消す', en: 'Revoke' },
      permission: 'user.invite',
      from: ['SENT', 'EXPIRED'],
      to: 'REVOKED',
      done: { ja: '招待を取り消しました', en: 'The invitation was revoked.' },
      confirm: {
        ja: 'この招待を取り消します。メールのリンクは使えなくなります。よろしいですか？',
        en: 'The link in the mail will stop working. Continue?',
      },
    },
  },
} as const satisfies StateRules

const fields = {
  email: email({ label: { ja: 'メールアドレス', en: 'E-mail' }, required: true, access: 'create' }),
  account_id: reference({
    label: { ja: 'アカウント', en: 'Account' },
    target: 'account',
    required: true,
    missing: message('account_required'),
    access: 'create',
  }),
  locale: choice({
    label: { ja: 'メールの言語', en: 'Language of the mail' },
    choices: languages,
    required: true,
    access: 'create',
  }),
  role: choice({ label: { ja: '権限', en: 'Role' }, choices: roleChoices, required: true, access: 'read' }),
  status: choice({ label: { ja: '状態', en: 'Status' }, choices: invitationStatuses, required: true, access: 'read' }),
  expires_at: datetime({ label: { ja: '有効期限', en: 'Expires' }, required: true, access: 'read' }),
} as const

/** An invitation to an account. The user's role in it is the account's kind. */
export const invitation = defineResource({
  name: 'invitation',
  path: '/api/invitation',
  touches: ['/api/dashboard'],
  label: { ja: '招待', en: 'Invitation' },
  plural: 'Invitations',
  title: 'email',
  permissions: {
    list: 'user.invite',
    select: 'user.invite',
    read: 'user.invite',
    create: 'user.invite',
    update: null,
    delete: null,
  },
  fields,
  list: {
    columns: ['email', 'status', 'role', 'account_id', 'expires_at'],
    filters: ['status', 'role', 'account_id', 'expires_at'],
    sorts: ['updated_at', 'email', 'expires_at'],
    defaultSort: '-updated_at',
    search: true,
  },
  sections: [{ title: { ja: '招待', en: 'Invitation' }, fields: ['email', 'account_id', 'role', 'status', 'expires_at', 'locale'] }],
  states: invitationStates,
})

/** An invitation restricted to accounts of one kind, for the form that invites its users. */
export function invitationTo(kind: Role): Resource<typeof fields> {
  return { ...invitation, fields: { ...fields, account_id: { ...fields.account_id, label: roleLabel(kind), target: kind } } }
}

const { resend, revoke } = actionEndpoints(invitation, invitationStates)

/** For the list: bulk actions can revoke invitations but not resend them. */
export const revocableInvitation = {
  ...invitation,
  states: { ...invitationStates, actions: { revoke: invitationStates.actions.revoke } },
} as const satisfies Resource<typeof fields>

/** Calls for those who invite; the calls of invited users are in ../invitation.ts. */
export const invitationRecordEndpoints = {
  ...readEndpoints(invitation),
  invite: defineEndpoint({
    method: 'POST',
    path: '/api/user/invite',
    label: { ja: 'ユーザーの招待', en: 'Invite a user' },
    kind: 'invite',
    permission: 'user.invite',
    fresh: alwaysFresh,
    summary: 'Mail an invitation to an account; a former one to the same address is void',
    body: createBodySchema(invitation),
    fields,
    response: v.object({ data: v.object({ id: checks.id }) }),
    success: 201,
    stale: [...staleAfterWrite(invitation), '/api/change-request'],
    errors: ['mail_failed', 'too_many_requests', 'second_person', 'action_blocked'],
  }),
  resend: defineEndpoint({
    ...resend,
    label: { ja: '招待メールの再送', en: 'Resend an invitation' },
    method: 'POST',
    stale: [...staleAfterWrite(invitation), '/api/change-request'],
    kind: 'invite',
    summary: 'Mail the invitation again with a new token; the old one is void',
    errors: [...(resend.errors ?? []), 'mail_failed', 'too_many_requests', 'second_person'],
  }),
  revoke,
  bulk: bulkEndpoint(revocableInvitation),
}
