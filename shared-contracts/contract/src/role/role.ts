import { defineChoices } from '../text/choices.ts'
import type { Text } from '../text/text.ts'
import { nonEmpty } from '../value/keys.ts'
import { required } from '../value/required.ts'

/** The roles (spec/site "Roles"): the code is what the API sends, the key is the name used internally. */
export const roles = [
  { code: 1, key: 'advertiser', label: { ja: '広告主', en: 'Advertiser' } },
  { code: 2, key: 'ptd', label: { ja: 'PTD', en: 'PTD' } },
  { code: 3, key: 'pg', label: { ja: 'メディアグループ', en: 'Media group' } },
  { code: 4, key: 'agency', label: { ja: '代理店', en: 'Agency' } },
  { code: 5, key: 'rep', label: { ja: 'レップ', en: 'Rep' } },
  { code: 6, key: 'admin', label: { ja: '管理者', en: 'Administrator' } },
] as const satisfies readonly { code: number; key: string; label: Text }[]

export type Role = (typeof roles)[number]['key']
export type RoleCode = (typeof roles)[number]['code']

/** Kinds of account with their own user screens (spec/site "Operations area"). */
export const userKinds = ['advertiser', 'agency', 'rep', 'ptd', 'pg'] as const satisfies readonly Role[]
export type UserKind = (typeof userKinds)[number]

/** The codes of all roles. */
export const roleCodes = nonEmpty(roles.map(({ code }) => code))

/** The internal role of an API code; null for an unknown code, which denies everything. */
export function roleOfCode(code: number): Role | null {
  return roles.find((role) => role.code === code)?.key ?? null
}

const roleWith = (key: Role) =>
  required(
    roles.find((role) => role.key === key),
    `the role ${key}`,
  )

export function roleCode(key: Role): RoleCode {
  return roleWith(key).code
}

export function roleLabel(key: Role): Text {
  return roleWith(key).label
}

/** The roles as a selectable enumeration. */
export const roleChoices = defineChoices<Role>(
  'role',
  roles.map(({ key, label }) => ({ key, label })),
)
