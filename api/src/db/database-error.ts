import { DrizzleQueryError } from 'drizzle-orm'

/** The error that PostgreSQL or the network gave, under Drizzle's own wrapping. */
function rootCause(error: unknown): { code?: unknown; message?: unknown; constraint?: unknown } {
  let at = error
  while (at instanceof Error && at.cause instanceof Error) at = at.cause
  return (at ?? {}) as { code?: unknown; message?: unknown; constraint?: unknown }
}

/** True when others got in the way of a transaction: the whole of it may be done again. */
export function isContended(error: unknown): boolean {
  const { code } = rootCause(error)
  return code === '40P01' || code === '40001'
}

// Connection lost or refused, server starting or ending, too many connections, disk full, out of memory, read-only, a time limit of ours.
const unavailableStates = /^(08...|53...|57P0.|57014|25P03|25P04|25006|58030)$/u
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN'])
const driverMessages = /timeout exceeded when trying to connect|Connection terminated|not queryable|pool after calling end/u

/** True when the database cannot do this right now: the caller may try again (503). */
export function isUnavailable(error: unknown): boolean {
  if (isContended(error)) return true
  const { code, message } = rootCause(error)
  if (typeof code === 'string' && (unavailableStates.test(code) || networkCodes.has(code))) return true
  return typeof message === 'string' && driverMessages.test(message)
}

// Text with NUL or half a surrogate pair, also within JSON; numbers and times beyond what a column holds.
const unstorableStates = new Set(['22021', '22P05', '22P02', '22003', '22007', '22008'])

/** True for a value that PostgreSQL cannot hold: the caller's fault. */
export function isUnstorable(error: unknown): boolean {
  return unstorableStates.has(String(rootCause(error).code))
}

/** What may be logged of an error: Drizzle puts the values of a query into its message, this leaves them out. */
export function withoutValues(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError)) return error
  return new Error(`Query failed: ${error.query}`, { cause: error.cause })
}

/** Name of the unique index or exclusion constraint that a write would break; undefined for every other error. */
export function brokenUnique(error: unknown): string | undefined {
  const { code, constraint } = rootCause(error)
  return (code === '23505' || code === '23P01') && typeof constraint === 'string' ? constraint : undefined
}
