import * as v from 'valibot'
import type { Choices } from '../text/choices.ts'
import { htmlText } from '../text/html.ts'
import { amountError, checks } from './checks.ts'
import type { Access, Field, FieldKind, Meter, NamedRecord } from './field-type.ts'
import type { Role } from '../role/role.ts'
import type { Locale, Text } from '../text/text.ts'
import { message } from '../text/message.ts'
import { schemaOf } from '../value/keys.ts'

interface Options {
  readonly label: Text
  readonly help?: Text
  readonly required?: boolean
  readonly access?: Access
  readonly roles?: readonly Role[]
  readonly empty?: Text
}

/** Meanings of empty values shared by several fields ({@link Field.empty}). */
export const emptyMeans = {
  all: { ja: 'すべて', en: 'All' },
  openEnded: { ja: '期限なし', en: 'Open-ended' },
  unrestricted: { ja: '制限なし', en: 'No restriction' },
} as const satisfies Record<string, Text>

type Value<T, O extends Options> = O extends { readonly required: true } ? T : T | null
type AccessOf<O extends Options> = O extends { readonly access: infer A extends Access } ? A : 'write'
type FieldOf<T, O extends Options, K extends FieldKind> = Field<Value<T, O>, AccessOf<O>, K>

/** The value and access types follow from the `required` and `access` options, which TypeScript cannot infer here; hence the casts. */
function field<T, O extends Options, K extends FieldKind>(
  kind: K,
  schema: v.GenericSchema<T>,
  { label, help, required, access, roles, empty }: O,
  extra: Partial<
    Pick<
      FieldOf<T, O, K>,
      | 'choices'
      | 'target'
      | 'chosenFrom'
      | 'once'
      | 'maxLength'
      | 'isCode'
      | 'meter'
      | 'describe'
      | 'refersTo'
      | 'statement'
      | 'decimals'
      | 'without'
      | 'end'
      | 'stored'
    >
  > = {},
): FieldOf<T, O, K> {
  const whole = required ? schema : v.nullable(schema)
  return {
    kind,
    label,
    ...(help ? { help } : {}),
    required: required ?? false,
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the default of AccessOf, stated once
    access: (access ?? 'write') as AccessOf<O>,
    ...(roles ? { roles } : {}),
    ...(empty ? { empty } : {}),
    schema: schemaOf<Value<T, O>>(whole),
    ...extra,
  }
}

const filled = (required: boolean | undefined) => v.minLength<string, 1 | 0, string>(required ? 1 : 0, message('required'))

export function text<const O extends Options & { max: number; kind?: 'text' | 'multiline'; isCode?: true }>(
  options: O,
): FieldOf<string, O, 'text' | 'multiline'> {
  const { max, kind, isCode } = options
  const schema = v.pipe(v.string(message('required')), filled(options.required), v.maxLength(max, message('too_long')))
  return field(kind ?? 'text', schema, options, { maxLength: max, ...(isCode ? { isCode } : {}) })
}

/** Rich text of at most `max` characters including markup; if required, it must contain text. The server sanitises it. */
export function html<const O extends Options & { max: number }>(options: O): FieldOf<string, O, 'html'> {
  const { max, required } = options
  const schema = v.pipe(
    v.string(message('required')),
    v.maxLength(max, message('too_long')),
    v.check((value) => !required || htmlText(value) !== '', message('required')),
  )
  return field('html', schema, options, { maxLength: max })
}

export function email<const O extends Options>(options: O): FieldOf<string, O, 'text'> {
  return field('text', checks.email, options, { maxLength: 254 })
}

/** A boolean; `statement` is the label of the checkbox in forms, so that the box confirms exactly one thing. */
export function boolean<const O extends Options & { statement: Text }>(options: O): FieldOf<boolean, O, 'boolean'> {
  return field('boolean', v.boolean(message('choice')), options, { statement: options.statement })
}

/**
 * Between `min` and `max` digits (phone, corporate number); `form` is the message for other characters,
 * `invalid` the message if `check` fails.
 */
export function digits<
  const O extends Options & { min: number; max: number; form?: string; invalid?: string; check?: (value: string) => boolean },
>(options: O): FieldOf<string, O, 'digits'> {
  const { min, max, form, invalid = message('invalid'), check } = options
  const count = min === max ? message('digits_exactly', min) : message('digits', min, max)
  const pattern = new RegExp(`^\\d{${min},${max}}$`, 'u')
  const schema = v.pipe(
    v.string(message('required')),
    filled(options.required),
    v.regex(pattern, ({ input }) => (/^\d+$/u.test(input) ? count : (form ?? count))),
    v.check((value) => !pattern.test(value) || (check?.(value) ?? true), invalid),
  )
  return field('digits', schema, options, { maxLength: max })
}

export function zip<const O extends Options>(options: O): FieldOf<string, O, 'zip'> {
  return field('zip', checks.zip, options, { maxLength: 8 })
}

export function url<const O extends Options>(options: O): FieldOf<string, O, 'url'> {
  return field('url', checks.url, options, { maxLength: 2048 })
}

export function integer<const O extends Options & { min?: number; max?: number }>(options: O): FieldOf<number, O, 'integer'> {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = options
  const schema = v.pipe(
    v.number(message('number')),
    v.safeInteger(({ input }) => (Number.isInteger(input) ? message('max', max) : message('integer'))),
    v.minValue(min, message('min', min)),
    v.maxValue(max, message('max', max)),
  )
  return field('integer', schema, options)
}

/**
 * Yen as a decimal string, at least `min` and, if given, a multiple of `step`. Whole yen, except for unit
 * prices, which have `decimals`.
 */
export function money<const O extends Options & { min?: number; step?: number; decimals?: number; without?: string }>(
  options: O,
): FieldOf<string, O, 'money'> {
  const { min = 0, step, decimals, without } = options
  // Accepts trailing zero decimals because the database returns whole numbers that way.
  const form = decimals === undefined ? /^\d{1,12}(\.0{1,6})?$/u : new RegExp(`^\\d{1,12}(\\.\\d{1,${decimals}})?$`, 'u')
  const schema = v.pipe(
    v.string(message('number')),
    v.regex(form, ({ input }) => amountError(input, { decimals: decimals ?? 0, min, yen: true })),
    v.check((value) => !form.test(value) || Number(value) >= min, message('min_yen', min)),
    v.check((value) => !form.test(value) || step === undefined || Number(value) % step === 0, message('step_yen', step ?? 1)),
  )
  return field('money', schema, options, {
    ...(decimals === undefined ? {} : { decimals }),
    ...(without === undefined ? {} : { without }),
  })
}

/** Number of decimals of unit prices; equals the number stored. */
export const priceDecimals = 6

/** Percentage as a decimal string, 0.000 to 99.999, with up to three decimals (spec/texts "Validation messages"). */
export function rate<const O extends Options>(options: O): FieldOf<string, O, 'rate'> {
  return field('rate', checks.rate, options)
}

/** A percentage as a decimal string, possibly above 100, that only the server sets. */
export function share<const O extends Options & { access: 'read'; meter?: Meter }>(options: O): FieldOf<string, O, 'rate'> {
  return field('rate', checks.share, options, { decimals: 1, ...(options.meter ? { meter: options.meter } : {}) })
}

export function date<const O extends Options>(options: O): FieldOf<string, O, 'date'> {
  return field('date', checks.date, options)
}

/** With `end`, the value ends a period, and a date without a time means the end of that day. */
export function datetime<const O extends Options & { end?: true }>(options: O): FieldOf<string, O, 'datetime'> {
  return field('datetime', options.end ? checks.end : checks.datetime, options, options.end ? { end: true } : {})
}

export function choice<K extends string, const O extends Options & { stored?: true }>(
  options: O & { choices: Choices<K> },
): FieldOf<K, O, 'choice'> {
  const { choices, stored } = options
  const schema = v.picklist(choices.keys, message(options.required ? 'required' : 'choice'))
  return field('choice', schema, options, { choices, ...(stored ? { stored } : {}) })
}

/** Distinct keys of one enumeration; at least one if required. */
export function choices<K extends string, const O extends Options>(options: O & { choices: Choices<K> }): FieldOf<K[], O, 'choices'> {
  const { choices: offered, required } = options
  const schema = v.pipe(
    v.array(v.picklist(offered.keys, message('choice')), message('required')),
    v.minLength(required ? 1 : 0, message('required')),
    v.check((keys) => new Set(keys).size === keys.length, message('choice')),
  )
  return field('choices', schema, options, { choices: offered })
}

/**
 * The id of a record of the resource `target`; forms offer the select list `chosenFrom`, if given. `missing` is
 * the message when a required reference is empty.
 */
export function reference<const O extends Options & { target: string; chosenFrom?: string; missing?: string; once?: true }>(
  options: O,
): FieldOf<number, O, 'reference'> {
  const { target, chosenFrom, missing = message('required'), once } = options
  const schema = v.pipe(v.number(missing), v.safeInteger(message('number')), v.minValue(1, message('number')))
  return field('reference', schema, options, { target, ...(chosenFrom === undefined ? {} : { chosenFrom }), ...(once ? { once } : {}) })
}

/** A composite value; forms supply a custom input for it. */
export function object<T, const O extends Options>(
  options: O & {
    schema: v.GenericSchema<T>
    describe: (value: T, locale: Locale) => string
    refersTo?: (value: T) => NamedRecord | null
  },
): FieldOf<T, O, 'object'> {
  const { schema, describe, refersTo } = options
  return field('object', schema, options, { describe, ...(refersTo ? { refersTo } : {}) })
}

/** Maximum number of records in one references field. */
const referencesMax = 1000

/** Distinct ids of records of the resource `target`; at least one if required. */
export function references<const O extends Options & { target: string }>(options: O): FieldOf<number[], O, 'references'> {
  const { target, required } = options
  const schema = v.pipe(
    v.array(checks.id, message('required')),
    v.minLength(required ? 1 : 0, message('required')),
    v.maxLength(referencesMax, message('too_many', referencesMax)),
    v.check((ids) => new Set(ids).size === ids.length, message('choice')),
  )
  return field('references', schema, options, { target })
}
