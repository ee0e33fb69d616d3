import { isName, said } from '../parse/call.ts'
import type { Match } from './name-lookups.ts'
import { reason, type Reason } from '../error/delivery-error.ts'

/** No record of this name exists; it is created when a line needs it. */
export const absent = Symbol('absent')
/** The result of resolving a reference. */
export type Known<T> = T | Reason | typeof absent

/** Returns the single match, or the reason why there is none. A match by name takes precedence. */
export function only<T extends Match>(field: string, value: string, rows: readonly T[] = []): T | Reason | null {
  const named = rows.filter((row) => row.named)
  const candidates = named.length > 0 ? named : rows
  if (candidates.length > 1) return reason('ambiguous_name', said(field, value))
  return candidates[0] ?? null
}

/** The result for a reference without a record; records referred to by id or code are never created. */
export function unknown(field: string, call: string, createMissing: boolean): Reason | typeof absent {
  if (createMissing && isName(call)) return absent
  return reason(field === 'frame' && isName(call) ? 'unknown_frame' : 'unknown_name', said(field, call))
}
