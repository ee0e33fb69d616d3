import { endpoints, message, required, type Endpoint, isKeyOf } from '@adsite/contract'
import * as v from 'valibot'
import { requirePermission } from '../call/may-call.ts'
import type { Caller } from '../db/scope.ts'
import { RequestError } from '../error/request-error.ts'

/** Parameters that are not part of a state: the position in the list, and how it is counted. */
const momentary = ['after', 'before', 'count']
/** Known to the screens only: the columns by name. The list still answers only those that the role receives. */
const columns = v.pipe(v.string(), v.regex(/^[a-z\d_]+(,[a-z\d_]+)*$/u, message('invalid')))

type Parameters = Readonly<Record<string, v.GenericSchema>>

const refusal = (field: string, text: string) => new RequestError('validation_failed', { errors: { [field]: [text] } })

/**
 * The parameters of a list, identified by its endpoint group (`campaign`) or endpoint (`report.demand`); refused
 * if the caller has no such list.
 */
export function listParametersOf(resource: string, caller: Caller): Parameters {
  const [group = '', name = 'list'] = resource.split('.')
  const calls: Readonly<Record<string, Endpoint>> | undefined = isKeyOf(endpoints, group) ? endpoints[group] : undefined
  const endpoint = calls && Object.hasOwn(calls, name) ? calls[name] : undefined
  if (endpoint?.kind !== 'list' || !endpoint.query) throw refusal('resource', message('choice'))
  if (endpoint.permission === 'public') throw new RequestError('forbidden')
  requirePermission(caller, endpoint.permission)
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the query of every list is an object of parameters (`defineEndpoint`)
  const { entries } = endpoint.query as v.GenericSchema & { readonly entries: Parameters }
  return { ...Object.fromEntries(Object.entries(entries).filter(([parameter]) => !momentary.includes(parameter))), columns }
}

const fits = (parameters: Parameters, name: string, value: string) =>
  Object.hasOwn(parameters, name) && v.is(required(parameters[name], 'an entry of parameters'), value)

/** Normalises a state for storage by dropping empty parameters; refuses unknown ones. */
export function checkedState(parameters: Parameters, query: string): string {
  const state = new URLSearchParams(query)
  for (const [name, value] of Array.from(state)) {
    if (value === '') state.delete(name)
    else if (!fits(parameters, name, value) || state.getAll(name).length > 1) throw refusal('query', message('invalid'))
  }
  return state.toString()
}

/** Removes from a stored state what the list no longer knows, such as a removed filter or choice. */
export function readableState(parameters: Parameters, query: string): string {
  return new URLSearchParams([...new URLSearchParams(query)].filter(([name, value]) => fits(parameters, name, value))).toString()
}
