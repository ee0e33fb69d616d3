import * as v from 'valibot'
import type { Choices } from '../text/choices.ts'
import { checks, writtenText } from '../field/checks.ts'
import type { Permission } from '../role/permission.ts'
import type { Text } from '../text/text.ts'
import { message } from '../text/message.ts'
import { schemaOf } from '../value/keys.ts'

/**
 * The reason a user must give for an action: text, plus a code if there is a list to choose from. Always stored
 * in the history, and in fields of the record (access `read`) if specified.
 */
export interface StateReason<N extends string = string> {
  readonly label: Text
  readonly maxLength: number
  readonly codes?: Choices
  readonly field?: N
  readonly codeField?: N
}

/** The amount that an action decides about: a confirmation shows it with the figures behind it, and its button names the amount. */
export interface StateAmount<N extends string = string> {
  readonly field: N
  /** Button label, containing `{{amount}}`. */
  readonly label: Text
  /** Consequence of the action. */
  readonly note: Text
  /** Fields of the record shown in the confirmation. */
  readonly shows: readonly N[]
}

/** An action on a state: allowed in `from`, leads to `to`. */
export interface StateAction<N extends string = string> {
  readonly label: Text
  readonly permission: Permission
  readonly from: readonly string[]
  readonly to: string
  /** Message shown on success. */
  readonly done: Text
  /** Confirmation question, for actions that stop delivery or cannot be undone. */
  readonly confirm?: Text
  /** The body contains `reason`, and `reason_code` if there are codes. */
  readonly reason?: StateReason<N>
  /**
   * A decision about a submitted record, denied to whoever submitted the record or changed it since
   * (`notByOwnHand`). Its `from` lists the states in which a record awaits a decision.
   */
  readonly byAnother?: true
  /** Lets somebody in, mails them, or cannot be undone: needs a fresh factor, alone and in bulk (`Endpoint.fresh`), also where other writes do not. */
  readonly fresh?: true
  readonly amount?: StateAmount<N>
  /** Fields cleared by the action, such as the reason of a stop that has ended. */
  readonly clears?: readonly N[]
}

/** State rules as data: read by the API, by buttons and by the tests. `N` is the names of the resource's fields. */
export interface StateRules<N extends string = string> {
  readonly field: N
  /** The status that follows from `field` among others, which lists show in its place. */
  readonly shownAs?: N
  readonly actions: Readonly<Record<string, StateAction<N>>>
}

/** Message for users who would decide about their own submission. */
export const notByOwnHand: Text = {
  ja: '自分が申請した内容、または申請後に変更した内容は承認できません。ほかの担当者が承認してください。',
  en: 'You submitted this, or have changed it since. Someone else has to approve it.',
}

export function mayAct(rules: StateRules, action: string, state: string): boolean {
  return rules.actions[action]?.from.includes(state) ?? false
}

export interface ActionBody {
  readonly version: number
  readonly reason?: string | undefined
  readonly reason_code?: string | undefined
}

/** Body of an action: the version that was read, and the reason if one is required. */
export function actionBodySchema({ reason }: StateAction): v.GenericSchema<ActionBody> {
  return schemaOf<ActionBody>(
    v.strictObject({
      version: checks.version,
      ...Object.fromEntries<v.GenericSchema>([
        ...(reason ? [['reason', writtenText(reason.maxLength)] as const] : []),
        ...(reason?.codes ? [['reason_code', v.picklist(reason.codes.keys, message('required'))] as const] : []),
      ]),
    }),
  )
}

/** Names under which the history stores reasons that no field of the record holds. */
export const reasonEntries = {
  reason: { label: { ja: '理由', en: 'Reason' } },
  reason_code: { label: { ja: '理由の区分', en: 'Reason category' } },
} as const satisfies Record<string, { label: Text }>
