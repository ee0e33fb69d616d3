import { dropEmpty, isValidationMessage, message } from '@adsite/contract'
import * as v from 'valibot'
import { RequestError } from '../error/request-error.ts'
import { refuseUnstorable } from '../error/unstorable.ts'

const accountMissing = message('account_required')
const saysMissing: readonly string[] = [message('required'), accountMissing]

/** What should have been sent in place of a value of another type. */
const expectedTypes: Readonly<Record<string, string>> = {
  number: message('number'),
  string: message('type_text'),
  boolean: message('type_boolean'),
  array: message('type_list'),
  object: message('type_object'),
  strict_object: message('type_object'),
  record: message('type_object'),
  picklist: message('choice'),
}

/** What a failed check says, coded: unknown keys, absent values and values of another type get their own words. */
function codedMessage(issue: v.BaseIssue<unknown>): string {
  const { kind, type, input, expected, message: said } = issue
  if (type === 'strict_object' && expected === 'never') return message('unknown')
  if (type === 'strict_object' && expected !== 'Object') return message('required')
  if (kind !== 'schema') return said
  if (input == null) return said === accountMissing ? said : message('required')
  return saysMissing.includes(said) || !isValidationMessage(said) ? (expectedTypes[type] ?? message('invalid')) : said
}

/** Parses `value`, or refuses with the faults of each field. */
export function validated<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  // No plain object: callers choose the names, and `constructor` is one that every object has.
  const faults = new Map<string, Set<string>>()
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? ''
    faults.set(field, (faults.get(field) ?? new Set()).add(codedMessage(issue)))
  }
  throw new RequestError('validation_failed', { errors: Object.fromEntries([...faults].map(([field, texts]) => [field, [...texts]])) })
}

/** The query of a request: empty parameters dropped (spec/api "Empty parameters"), repeated ones refused. */
export function validatedQuery<S extends v.GenericSchema>(schema: S | undefined, url: string): v.InferOutput<S> | undefined {
  if (!schema) return undefined
  const given = new Map<string, string>()
  for (const [name, value] of new URL(url).searchParams) {
    if (given.has(name)) throw new RequestError('validation_failed', { errors: { [name]: [message('invalid')] } })
    given.set(name, value)
  }
  const parameters = Object.fromEntries(given)
  refuseUnstorable(parameters)
  return validated(schema, dropEmpty(parameters))
}
