import { defineChoices } from '../text/choices.ts'
import type { Role } from './role.ts'

/** What an account can have decided by two persons (docs/decisions/0045-second-person.md). */
export const fourEyesAreas = defineChoices('four_eyes_area', [
  { key: 'credit', label: { ja: '与信枠の変更', en: 'Credit limit' } },
  { key: 'share', label: { ja: 'レベニューシェアの登録・変更・削除', en: 'Revenue shares' } },
  { key: 'order', label: { ja: '高額の申込の承認', en: 'Approval of large orders' } },
  { key: 'role', label: { ja: 'ユーザーの招待・除外・利用再開・削除', en: 'Users: inviting, removing, reactivating and deleting' } },
])
export type FourEyesArea = (typeof fourEyesAreas.keys)[number]

/** What accounts of each kind can have decided by two: what there is to decide about them. */
export const fourEyesAreasOf = {
  advertiser: ['credit', 'order', 'role'],
  agency: ['credit', 'order', 'role'],
  rep: ['credit', 'order', 'role'],
  ptd: ['credit', 'share', 'role'],
  pg: ['credit', 'share', 'role'],
  admin: ['role'],
} as const satisfies Record<Role, readonly FourEyesArea[]>

/** Days after which a change that waits for a second person lapses. */
export const changeRequestDays = 7

/** Which writes of a resource wait for a second person, where an account that the record belongs to says so. `N`: its fields. */
export interface FourEyesRule<N extends string = string> {
  readonly area: FourEyesArea
  /** The fields of an update that wait, or `record`: every field, and creation and deletion too. */
  readonly waits: 'record' | readonly N[]
  /** The state actions that wait. */
  readonly actions?: readonly string[]
  /** Compared with the amount that the account has set: what is not above it does not wait. */
  readonly amount?: N
  /** The fields that a second person is shown, and that have to be the same when they agree. Default: those that wait. */
  readonly shows?: readonly N[]
}
