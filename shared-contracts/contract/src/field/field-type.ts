import type * as v from 'valibot'
import type { Role } from '../role/role.ts'
import type { Choices } from '../text/choices.ts'
import type { Locale, Text } from '../text/text.ts'

export type FieldKind =
  | 'text'
  | 'multiline'
  | 'html'
  | 'digits'
  | 'zip'
  | 'url'
  | 'integer'
  | 'money'
  | 'rate'
  | 'date'
  | 'datetime'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'reference'
  | 'object'
  | 'references'

/** write: in create and update bodies; create: only in create bodies; read: set only by the server. */
export type Access = 'write' | 'create' | 'read'

/**
 * A field of a resource: its JSON form, its visibility, and what forms, table columns and filters need to know. Values by kind:
 * - money: a decimal string in yen (numeric(18,6)); rate: a decimal string in percent (numeric(5,3))
 * - date: `YYYY-MM-DD` (JST); datetime: an ISO instant in UTC
 * - reference: the id of a record of `target`; references: an ascending array of such ids
 * - choices: an array of keys
 * - html: a fragment with the elements of `htmlTags` (html.ts)
 * - object: a custom value that `describe` formats as text
 */
export interface Field<T = unknown, A extends Access = Access, K extends FieldKind = FieldKind> {
  readonly kind: K
  readonly label: Text
  readonly help?: Text
  readonly access: A
  readonly required: boolean
  /** Roles that receive the field; absent: everyone who may read the record. */
  readonly roles?: readonly Role[]
  readonly schema: v.GenericSchema<T>
  readonly choices?: Choices
  /** The resource that a reference, or each of several references, points to. */
  readonly target?: string
  /** The select list that forms use when only some records of the target may be selected; absent: the target's list. */
  readonly chosenFrom?: string
  /** A reference that may be left open at first: an update sets it while it is empty, and never replaces it. */
  readonly once?: true
  /** Text that programs compare: full-width characters that are typed are stored as half-width ones. */
  readonly isCode?: true
  /** Maximum number of characters (a full-width character counts as one). */
  readonly maxLength?: number
  /** The statement that checking a boolean confirms. */
  readonly statement?: Text
  /** Text shown for an empty value when empty has a meaning other than unknown. */
  readonly empty?: Text
  /** Money: number of decimals accepted and shown; absent: none. Unit prices have decimals, sums do not. Percentages: decimals shown; absent: three. */
  readonly decimals?: number
  /** Shown as a bar beside the number, from other fields of the record. */
  readonly meter?: Meter
  /** Another field of the record without which the value says nothing: while that field is empty, no value is shown. */
  readonly without?: string
  /** Datetime fields: the value ends a period. Midnight then means the end of the previous day and is displayed as that day. */
  readonly end?: true
  /** A value that the server computes. Lists, their filters and files have it as stored, at most about a second old; a record has it exactly. */
  readonly stored?: true
  /**
   * Formats an object as one line of text for lists, histories and exports. A method rather than a property, so
   * that a field of any value type is assignable to `Field`.
   */
  describe?(value: T, locale: Locale): string
  /** The record that an object names; null if it names none. */
  refersTo?(value: T): NamedRecord | null
}

/** The fields of a record that draw its pace as a bar: yen spent as a share of `of`, the plan, and the state. */
export interface Meter {
  /** Percentage of `of`. */
  readonly share: string
  readonly planned: string
  readonly of: string
  readonly state: string
}

/** A record of a resource that only the value tells. */
export interface NamedRecord {
  /** Label of the kind of record. */
  readonly label: Text
  /** Same as `Field.target`. */
  readonly target: string
  readonly id: number
}

export type Fields = Readonly<Record<string, Field>>
