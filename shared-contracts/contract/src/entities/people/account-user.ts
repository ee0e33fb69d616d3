import * as v from 'valibot'
import { bulkEndpoint } from '../../resource/bulk.ts'
import { defineChoices } from '../../text/choices.ts'
import { defineEndpoint } from '../../endpoint/endpoint.ts'
import { alwaysFresh } from '../../endpoint/fresh.ts'
import { checks } from '../../field/checks.ts'
import { choice, email, references, text } from '../../field/field.ts'
import { defineResource, updateBodySchema, staleAfterWrite } from '../../resource/resource.ts'
import { actionEndpoints, readEndpoints } from '../../resource/resource-endpoints.ts'
import { roleCodes, roleLabel, type UserKind } from '../../role/role.ts'
import type { StateRules } from '../../resource/state.ts'
import { languages } from './invitation.ts'

export const userStatuses = defineChoices('user_status', [
  { key: 'INVITED', label: { ja: '招待中', en: 'Invited' }, colour: 'info' },
  { key: 'ACTIVE', label: { ja: '有効', en: 'Active' }, colour: 'success' },
  { key: 'SUSPENDED', label: { ja: '利用停止', en: 'Suspended' }, colour: 'warning' },
  { key: 'DELETED', label: { ja: '削除済み', en: 'Deleted' }, colour: 'neutral' },
])

/** Status of a user (spec/domain "User"). Users who are not active have no session and cannot sign in. */
export const userStates = {
  field: 'status',
  actions: {
    suspend: {
      label: { ja: '利用を停止', en: 'Suspend' },
      permission: 'user.update',
      from: ['ACTIVE'],
      to: 'SUSPENDED',
      done: { ja: 'ユーザーの利用を停止しました', en: 'User suspended.' },
      confirm: {
        ja: 'このユーザーはすべてのアカウントでただちにログアウトされ、ログインできなくなります。よろしいですか？',
        en: 'This user is signed out of every account at once and cannot sign in. Continue?',
      },
    },
    reactivate: {
      label: { ja: '利用を再開', en: 'Reactivate' },
      permission: 'user.update',
      from: ['SUSPENDED'],
      to: 'ACTIVE',
      fresh: true,
      done: { ja: 'ユーザーの利用を再開しました', en: 'User reactivated.' },
    },
    retire: {
      label: { ja: '削除済みにする', en: 'Mark as deleted' },
      permission: 'user.update',
      from: ['SUSPENDED'],
      to: 'DELETED',
      fresh: true,
      done: { ja: 'ユーザーを削除済みにしました', en: 'User marked as deleted.' },
      confirm: {
        ja: 'このユーザーを削除済みにします。元に戻すことはできず、同じメールアドレスは招待できなくなります。よろしいですか？',
        en: 'This cannot be undone, and the address cannot be invited again. Continue?',
      },
    },
  },
} as const satisfies StateRules

/** The permission to manage users, by kind of account: the administrator manages all, ptd and pg their own. */
export const managingUsers = {
  advertiser: 'user.manage',
  agency: 'user.manage',
  rep: 'user.manage',
  ptd: 'user.manage_ptd',
  pg: 'user.manage_pg',
} as const satisfies Record<UserKind, string>

function userResource<const K extends UserKind>(kind: K) {
  const permission = managingUsers[kind]
  const { ja, en } = roleLabel(kind)
  return defineResource({
    name: `${kind}_user`,
    path: `/api/user/${kind}`,
    touches: ['/api/information', '/api/factor-requirement'],
    label: { ja: `${ja}ユーザー`, en: `${en} user` },
    plural: `${en} users`,
    title: 'name',
    permissions: { list: permission, select: permission, read: permission, create: null, update: 'user.update', delete: null },
    fields: {
      name: text({ label: { ja: '氏名', en: 'Name' }, required: true, max: 100 }),
      name_kana: text({ label: { ja: '氏名（カナ）', en: 'Name in kana' }, max: 100 }),
      email: email({ label: { ja: 'メールアドレス', en: 'E-mail' }, required: true, access: 'read' }),
      locale: choice({ label: { ja: '言語', en: 'Language' }, choices: languages, required: true }),
      status: choice({ label: { ja: '状態', en: 'Status' }, choices: userStatuses, required: true, access: 'read' }),
      // Only the administrator sees it, because it would reveal accounts of others.
      account_ids: references({
        label: { ja: '所属アカウント', en: 'Accounts' },
        target: 'account',
        required: true,
        access: 'read',
        roles: ['admin'],
      }),
    },
    list: {
      columns: ['name', 'status', 'email', 'account_ids'],
      filters: ['status', 'account_ids', 'locale'],
      sorts: ['updated_at', 'name', 'email'],
      defaultSort: '-updated_at',
      search: true,
      searchLabel: { ja: '氏名・メールアドレスで検索', en: 'Search name or e-mail' },
    },
    // The screen shows the accounts, with the role in each, in a separate section.
    sections: [{ title: { ja: 'ユーザー', en: 'User' }, fields: ['name', 'name_kana', 'email', 'locale', 'status'] }],
    states: userStates,
    // Suspending needs nobody else: it has to be quick.
    fourEyes: { area: 'role', waits: [], actions: ['reactivate', 'retire'], shows: ['name', 'email', 'status'] },
  })
}

/** Users by kind of account. A user with accounts of several kinds appears in each list. */
export const accountUsers = {
  advertiser: userResource('advertiser'),
  agency: userResource('agency'),
  rep: userResource('rep'),
  ptd: userResource('ptd'),
  pg: userResource('pg'),
}

/** An account of a user, with the user's role in it. */
export const membership = v.object({
  account_id: checks.id,
  name: v.string(),
  role: v.picklist(roleCodes),
  /** The account that a sign-in starts in. */
  is_default: v.boolean(),
  joined_at: v.string(),
  /** Id of the record that represents the account: the account itself or its publisher group; null if there is none. */
  record_id: v.nullable(checks.id),
})
export type Membership = v.InferOutput<typeof membership>

function userEndpoints(kind: UserKind) {
  const resource = accountUsers[kind]
  const { path } = resource
  const permission = managingUsers[kind]
  return {
    ...readEndpoints(resource),
    update: defineEndpoint({
      method: 'PATCH',
      path: `${path}/{id}`,
      label: { ja: 'ユーザーの編集', en: 'Edit a user' },
      kind: 'update',
      permission: 'user.update',
      summary: 'Change name or language of a user',
      body: updateBodySchema(resource),
      fields: resource.fields,
      success: 204,
      stale: staleAfterWrite(resource),
      errors: ['conflict', 'action_blocked'],
    }),
    ...actionEndpoints(resource, userStates),
    bulk: bulkEndpoint(resource),
    memberships: defineEndpoint({
      method: 'GET',
      path: `${path}/{id}/account`,
      label: { ja: 'ユーザーの所属アカウントの表示', en: 'View accounts of a user' },
      kind: 'list',
      permission,
      summary: 'The accounts of a user, of those that the caller looks after, the default one first',
      response: v.object({ data: v.array(membership) }),
      success: 200,
    }),
    leave: defineEndpoint({
      method: 'DELETE',
      path: `${path}/{id}/account/{account_id}`,
      label: { ja: 'アカウントからのユーザーの削除', en: 'Remove a user from an account' },
      kind: 'delete',
      permission,
      fresh: alwaysFresh,
      summary: 'Remove a user from an account; the sessions in it end',
      success: 204,
      stale: [...staleAfterWrite(resource), '/api/change-request'],
      errors: ['state_not_allowed', 'action_blocked', 'second_person'],
    }),
    setDefault: defineEndpoint({
      method: 'POST',
      path: `${path}/{id}/default_account`,
      label: { ja: 'ユーザーの既定アカウントの変更', en: 'Change the default account of a user' },
      kind: 'change',
      permission: 'user.update',
      summary: 'Make another of its accounts the one that a sign-in of the user starts with',
      body: v.strictObject({ account_id: checks.id }),
      success: 204,
      stale: staleAfterWrite(resource),
    }),
  }
}

export const accountUserEndpoints = {
  advertiser: userEndpoints('advertiser'),
  agency: userEndpoints('agency'),
  rep: userEndpoints('rep'),
  ptd: userEndpoints('ptd'),
  pg: userEndpoints('pg'),
}
