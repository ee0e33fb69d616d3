import { defineChoices } from '../../text/choices.ts'
import { choice } from '../../field/field.ts'
import type { Role } from '../../role/role.ts'
import type { Text } from '../../text/text.ts'
import { isKeyOf } from '../../value/keys.ts'

/** The side that excluded an ad from a place. Demand and supply see the same row. */
export const exclusionSides = defineChoices('exclusion_side', [
  { key: 'ADMIN', label: { ja: '管理者', en: 'Administrator' } },
  { key: 'DEMAND', label: { ja: '広告主側', en: 'Advertiser side' } },
  { key: 'SUPPLY', label: { ja: '媒体側', en: 'Media side' } },
])
export type ExclusionSide = (typeof exclusionSides.keys)[number]

/** Null while the place is not excluded. */
export const excludedBy = choice({ label: { ja: '除外した側', en: 'Excluded by' }, choices: exclusionSides, access: 'read' })

export function exclusionSideOf(role: Role): ExclusionSide {
  if (role === 'admin') return 'ADMIN'
  return role === 'ptd' || role === 'pg' ? 'SUPPLY' : 'DEMAND'
}

/** Whether an exclusion is the other side's alone, so that `side` can make it both sides': the administrator's from then on. */
export function isOfOtherSide(side: ExclusionSide, excludedBy: string | null): boolean {
  return excludedBy !== null && excludedBy !== 'ADMIN' && excludedBy !== side
}

const owners: Readonly<Record<ExclusionSide, Text>> = {
  ADMIN: { ja: '管理者が除外しているため、変更できません。', en: 'The administrator has excluded it.' },
  DEMAND: { ja: '広告主側が除外しているため、変更できません。', en: 'The advertiser has excluded it.' },
  SUPPLY: { ja: '媒体側が除外しているため、変更できません。', en: 'The media side has excluded it.' },
}

/** Why a role cannot undo an exclusion; only the side that made it and the administrator can. Null if it can. */
export function restoreRefusal(role: Role, side: unknown): Text | null {
  if (role === 'admin' || typeof side !== 'string' || side === exclusionSideOf(role)) return null
  return isKeyOf(owners, side) ? owners[side] : null
}
