import { dropEmpty, message } from '@adsite/contract'
import * as v from 'valibot'
import { Refusal } from './refusal.ts'

/** What a failed check says, coded: unknown keys and absent values get their own words. */
function codedMessage(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'strict_object') return message(issue.expected === 'never' ? 'unknown' : 'required')
  const accountMissing = message('account_required')
  if (issue.kind === 'schema' && issue.input == null && issue.message !== accountMissing) return message('required')
  return issue.message
}

/** Parses `value`, or refuses with the faults of each field. */
export function validated<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const faults: Record<string, string[]> = {}
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? ''
    const list = (faults[field] ??= [])
    const text = codedMessage(issue)
    if (!list.includes(text)) list.push(text)
  }
  throw new Refusal('validation_failed', { errors: faults })
}

/** The query of a request: empty parameters dropped (SPEC section 5), repeated ones refused. */
export function validatedQuery<S extends v.GenericSchema>(schema: S | undefined, url: string): v.InferOutput<S> | undefined {
  if (!schema) return undefined
  const given: Record<string, string> = {}
  for (const [name, value] of new URL(url).searchParams) {
    if (Object.hasOwn(given, name)) throw new Refusal('validation_failed', { errors: { [name]: [message('invalid')] } })
    given[name] = value
  }
  return validated(schema, dropEmpty(given))
}
