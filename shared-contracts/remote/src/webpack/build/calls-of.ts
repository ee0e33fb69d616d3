import * as contract from '@adsite/contract'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** `GET /api/campaign` of a declared endpoint; null of anything else. */
function callOf(value: unknown): string | null {
  if (!isObject(value)) return null
  const { method, path, success } = value
  return typeof method === 'string' && typeof path === 'string' && typeof success === 'number' ? `${method} ${path}` : null
}

/** Endpoints in a value: itself, those of a group, or those of groups. */
function callsIn(value: unknown, depth = 0): string[] {
  const call = callOf(value)
  if (call !== null) return [call]
  return isObject(value) && depth < 2 ? Object.values(value).flatMap((inner) => callsIn(inner, depth + 1)) : []
}

/**
 * The calls behind uses of the contract: `['campaignEndpoints', 'list']` is one, and `['campaignEndpoints']`, handed on as a
 * whole, is each of its calls. Sorted, each once; other uses of the contract give none.
 */
export function callsOf(uses: readonly (readonly string[])[]): string[] {
  const calls = uses.flatMap((names) => {
    let value: unknown = contract
    for (const name of names) {
      if (!isObject(value) || callOf(value) !== null) break
      value = value[name]
    }
    return value === contract ? [] : callsIn(value)
  })
  return [...new Set(calls)].toSorted()
}
