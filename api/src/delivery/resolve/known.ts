import { isName, said } from '../parse/call.ts'
import type { Match } from './name-lookups.ts'
import { reason, type Reason } from '../error/delivery-error.ts'

/** The database has no record of this name; it is to be created when a line needs it. */
export const absent = Symbol('absent')
/** What a call came to. */
export type Known<T> = T | Reason | typeof absent

/** One match, or why there is none. A record that is called so goes before the others. */
export function only<T extends Match>(field: string, value: string, rows: readonly T[] = []): T | Reason | null {
  const named = rows.filter((row) => row.named)
  const candidates = named.length > 0 ? named : rows
  if (candidates.length > 1) return reason('ambiguous_name', said(field, value))
  return candidates[0] ?? null
}

/** What a call without a record comes to; what is called by our id or code is never made. */
export function unknown(field: string, call: string, createMissing: boolean): Reason | typeof absent {
  if (createMissing && isName(call)) return absent
  return reason(field === 'frame' && isName(call) ? 'unknown_frame' : 'unknown_name', said(field, call))
}
