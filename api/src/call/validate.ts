import { dropEmpty, isValidationMessage, message } from '@adsite/contract'
import * as v from 'valibot'
import { RequestError } from '../error/request-error.ts'
import { refuseUnstorable } from '../error/refuse-unstorable.ts'

const accountMissing = message('account_required')
const saysMissing: readonly string[] = [message('required'), accountMissing]

/** Names the expected type when a value of another type was sent. */
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

/** Returns the coded message of a failed check, with messages of their own for unknown keys, missing values and wrong types. */
function codedMessage(issue: v.BaseIssue<unknown>): string {
  const { kind, type, input, expected, message: said } = issue
  if (type === 'strict_object' && expected === 'never') return message('unknown')
  if (type === 'strict_object' && expected !== 'Object') return message('required')
  if (kind !== 'schema') return said
  if (input == null) return said === accountMissing ? said : message('required')
  return saysMissing.includes(said) || !isValidationMessage(said) ? (expectedTypes[type] ?? message('invalid')) : said
}

/** Parses `value`, or throws with the errors of each field. */
export function validated<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  // A Map, because callers choose the names, and `constructor` exists on every plain object.
  const faults = new Map<string, Set<string>>()
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? ''
    faults.set(field, (faults.get(field) ?? new Set()).add(codedMessage(issue)))
  }
  throw new RequestError('validation_failed', { errors: Object.fromEntries([...faults].map(([field, texts]) => [field, [...texts]])) })
}

/** Parses the query: empty parameters are dropped (spec/api "Empty parameters"), repeated ones are refused. */
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
