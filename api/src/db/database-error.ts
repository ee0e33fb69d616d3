import { DrizzleQueryError } from 'drizzle-orm'

/** Unwraps the error of PostgreSQL or the network from Drizzle's. */
function rootCause(error: unknown): { code?: unknown; message?: unknown; constraint?: unknown; routine?: unknown } {
  let at = error
  while (at instanceof Error && at.cause instanceof Error) at = at.cause
  return at ?? {}
}

/** True if a transaction failed because of concurrent ones and may be retried as a whole. */
export function isContended(error: unknown): boolean {
  const { code } = rootCause(error)
  return code === '40P01' || code === '40001'
}

/** True if a statement gave up waiting for a lock (`lock_timeout`). */
export function isLocked(error: unknown): boolean {
  return rootCause(error).code === '55P03'
}

/** What PostgreSQL says of code that is still in use; undefined for other errors. */
export function inUse(error: unknown): string | undefined {
  const { code, message } = rootCause(error)
  return code === '55006' && typeof message === 'string' ? message : undefined
}

// Connection lost or refused, server starting or stopping, too many connections, disk full, out of memory, read-only,
// or one of our time limits.
const unavailableStates = /^(08...|53...|57P0.|57014|25P03|25P04|25006|58030)$/u
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN'])
const driverMessages = /timeout exceeded when trying to connect|Connection terminated|not queryable|pool after calling end/u
/** Where Citus reports a worker that is lost during a transaction, as an internal error (XX000) and with the network's words. */
const lostWorkerRoutines = new Set(['MarkRemoteTransactionFailed', 'CheckRemoteTransactionsHealth', 'ReportResultError'])

/** True if the database cannot do this right now and the caller may try again (503). */
export function isUnavailable(error: unknown): boolean {
  if (isContended(error)) return true
  const { code, message, routine } = rootCause(error)
  if (code === 'XX000' && typeof routine === 'string' && lostWorkerRoutines.has(routine)) return true
  if (typeof code === 'string' && (unavailableStates.test(code) || networkCodes.has(code))) return true
  return typeof message === 'string' && driverMessages.test(message)
}

// NUL or half a surrogate pair in text or JSON, and numbers or times out of range.
const unstorableStates = new Set(['22021', '22P05', '22P02', '22003', '22007', '22008'])

/** True for a value that PostgreSQL cannot store, which is the caller's error. */
export function isUnstorable(error: unknown): boolean {
  return unstorableStates.has(String(rootCause(error).code))
}

/** Returns what may be logged of an error: Drizzle puts the values of a query into its message, and this removes them. */
export function withoutValues(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError)) return error
  return new Error(`Query failed: ${error.query}`, { cause: error.cause })
}

/** Name of the unique index or exclusion constraint that a write violated; undefined for other errors. */
export function brokenUnique(error: unknown): string | undefined {
  const { code, constraint } = rootCause(error)
  return (code === '23505' || code === '23P01') && typeof constraint === 'string' ? constraint : undefined
}
