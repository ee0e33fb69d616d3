import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { alwaysFresh } from '../endpoint/fresh.ts'
import { checks } from '../field/checks.ts'
import { roleCodes } from '../role/role.ts'

const requirement = {
  /** The first day (in Japan) on which users need a second factor; null: they do not. */
  required_from: v.nullable(v.string()),
  /** Users whom it concerns: the active ones of the account, or of the accounts in which they have the role. */
  users: v.number(),
  /** Those of them who have no second factor yet. */
  without_factor: v.number(),
}

const required_from = v.nullable(checks.date)

const account = v.object({
  account_id: checks.id,
  name: v.string(),
  role: v.picklist(roleCodes),
  /** Id of the record that represents the account: the account itself or its publisher group; null if there is none. */
  record_id: v.nullable(checks.id),
  ...requirement,
})

const ofRole = v.object({ role: v.picklist(roleCodes), ...requirement })
export type RoleRequirement = v.InferOutput<typeof ofRole>

const ofAccount = v.object({
  ...requirement,
  /** From when the role of the account requires it anyway; null: it does not. */
  role_required_from: v.nullable(v.string()),
})
export type AccountRequirement = v.InferOutput<typeof ofAccount>

const list = ['/api/factor-requirement']

/** From when whose users need a second factor (docs/decisions/0040-required-factors.md). */
export const factorRequirementEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/factor-requirement',
    label: { ja: '二段階認証の必須設定の表示', en: 'View who needs a second factor' },
    kind: 'list',
    permission: 'factor.require',
    person: true,
    summary: 'From when each role needs a second factor, and the accounts that need one by themselves',
    response: v.object({ data: v.object({ roles: v.array(ofRole), accounts: v.array(account) }) }),
    success: 200,
  }),
  ofAccount: defineEndpoint({
    method: 'GET',
    path: '/api/factor-requirement/account/{id}',
    label: { ja: 'アカウントの二段階認証の必須設定の表示', en: 'View whether an account needs a second factor' },
    kind: 'get',
    permission: 'factor.require',
    person: true,
    summary: 'From when the users of an account need a second factor',
    response: v.object({ data: ofAccount }),
    success: 200,
  }),
  requireOfRole: defineEndpoint({
    method: 'POST',
    path: '/api/factor-requirement/role',
    label: { ja: '権限の二段階認証の必須設定', en: 'Require a second factor of a role' },
    kind: 'change',
    permission: 'factor.require',
    fresh: alwaysFresh,
    summary: 'Require a second factor of a role from a day on, or no longer (null). Only who has one may require it of others',
    body: v.strictObject({ role: v.picklist(roleCodes), required_from }),
    success: 204,
    stale: list,
    event: 'factor_requirement',
    errors: ['action_blocked'],
  }),
  requireOfAccount: defineEndpoint({
    method: 'POST',
    path: '/api/factor-requirement/account/{id}',
    label: { ja: 'アカウントの二段階認証の必須設定', en: 'Require a second factor of an account' },
    kind: 'change',
    permission: 'factor.require',
    fresh: alwaysFresh,
    summary: 'Require a second factor of an account’s users from a day on, or no longer (null). Only who has one may require it of others',
    body: v.strictObject({ required_from }),
    success: 204,
    // The history of the account shows it.
    stale: [...list, '/api/account'],
    event: 'factor_requirement',
    errors: ['action_blocked'],
  }),
}
