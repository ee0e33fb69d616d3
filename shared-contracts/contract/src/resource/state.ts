import * as v from 'valibot'
import type { Choices } from '../text/choices.ts'
import { checks } from '../field/field.ts'
import type { Permission } from '../role/permission.ts'
import type { Text } from '../text/text.ts'
import { message } from '../text/validation.ts'

/**
 * What a person has to say when acting: text, and a code where there are any to choose from. Always in the
 * history; also in fields of the record (access `read`) where they are named.
 */
export interface StateReason<N extends string = string> {
  readonly label: Text
  readonly maxLength: number
  readonly codes?: Choices
  readonly field?: N
  readonly codeField?: N
}

/** Money that an action decides about: it is asked for first, with the figures it rests on, and its button names the amount. */
export interface StateAmount<N extends string = string> {
  readonly field: N
  /** The button, with `{{amount}}` in it. */
  readonly label: Text
  /** What it leads to. */
  readonly note: Text
  /** Fields of the record that the confirmation shows. */
  readonly shows: readonly N[]
}

/** One action on a state: allowed in `from`, leads to `to`. */
export interface StateAction<N extends string = string> {
  readonly label: Text
  readonly permission: Permission
  readonly from: readonly string[]
  readonly to: string
  /** Shown when it worked. */
  readonly done: Text
  /** Ask before doing it (it stops delivery, or cannot be taken back). */
  readonly confirm?: Text
  /** The body carries `reason`, and `reason_code` where it has codes. */
  readonly reason?: StateReason<N>
  /**
   * Decides about what was handed in, and is therefore refused to whoever handed the record in or has changed it
   * since (`notByOwnHand`). Its `from` are the states in which a record waits for a decision.
   */
  readonly byAnother?: true
  readonly amount?: StateAmount<N>
  /** Fields that the action empties: the reason of a stop that is over. */
  readonly clears?: readonly N[]
}

/** State rules as data: read by the API, by the buttons that are enabled, and by the tests. `N`: names of the resource's fields. */
export interface StateRules<N extends string = string> {
  readonly field: N
  readonly actions: Readonly<Record<string, StateAction<N>>>
}

/** Told to those who would decide about what they handed in themselves. */
export const notByOwnHand: Text = {
  ja: '自分が申請した内容、または申請後に変更した内容は承認できません。ほかの担当者が承認してください。',
  en: 'You handed this in, or have changed it since. Someone else has to approve it.',
}

export function mayAct(rules: StateRules, action: string, state: string): boolean {
  return rules.actions[action]?.from.includes(state) ?? false
}

/** Text that says something. Spaces around it are dropped when it is stored. */
const reasonText = (maxLength: number) =>
  v.pipe(v.string(message('required')), v.regex(/\S/u, message('required')), v.maxLength(maxLength, message('too_long')))

export interface ActionBody {
  readonly version: number
  readonly reason?: string | undefined
  readonly reason_code?: string | undefined
}

/** Body of an action: the version that was read, and the reason where one is asked for. */
export function actionBodySchema({ reason }: StateAction): v.GenericSchema<ActionBody> {
  return v.strictObject({
    version: checks.version,
    ...(reason ? { reason: reasonText(reason.maxLength) } : {}),
    ...(reason?.codes ? { reason_code: v.picklist(reason.codes.keys, message('required')) } : {}),
  }) as unknown as v.GenericSchema<ActionBody>
}

/** Names under which the history keeps a reason that no field of the record holds. */
export const reasonEntries = {
  reason: { label: { ja: '理由', en: 'Reason' } },
  reason_code: { label: { ja: '理由の区分', en: 'Reason category' } },
} as const satisfies Record<string, { label: Text }>
