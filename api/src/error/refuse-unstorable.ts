import { isStorable, message } from '@adsite/contract'
import { RequestError } from './request-error.ts'

/** Maximum nesting of a body; deeper values could exhaust the stack of recursive readers. */
const deepest = 32

/** Refuses text that a database cannot store, naming its fields: NUL, and halves of surrogate pairs. */
export function refuseUnstorable(value: unknown): void {
  const faults = new Map<string, string[]>()
  function look(part: unknown, path: string, depth: number): void {
    if (depth > deepest) throw new RequestError('bad_request')
    if (typeof part === 'string' && !isStorable(part)) faults.set(path, [message('characters')])
    if (typeof part !== 'object' || part === null) return
    for (const [key, inner] of Object.entries(part)) {
      const name = key.replaceAll('\0', '').toWellFormed()
      const at = path === '' ? name : `${path}.${name}`
      if (!isStorable(key)) faults.set(at, [message('characters')])
      look(inner, at, depth + 1)
    }
  }
  look(value, '', 0)
  if (faults.size > 0) throw new RequestError('validation_failed', { errors: Object.fromEntries(faults) })
}
