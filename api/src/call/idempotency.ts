import { createHash } from 'node:crypto'
import { message, keysOf } from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { idempotencyKeys } from '../db/schema.ts'
import type { Session } from './handler.ts'
import { RequestError } from '../error/request-error.ts'

const header = 'Idempotency-Key'
const wellFormed = /^[\w.:-]{8,200}$/u

interface Create {
  readonly key: string
  readonly session: Session
  /** Method, path and body: what must be the same when the key is sent again. */
  readonly operation: string
  readonly body: unknown
  readonly status: number
}

/** Reads the Idempotency-Key of a create; keys that are too short to be unique are refused. */
export function idempotencyKey(request: Request): string | undefined {
  const key = request.headers.get(header) ?? undefined
  if (key !== undefined && !wellFormed.test(key))
    throw new RequestError('validation_failed', { errors: { [header]: [message('invalid')] } })
  return key
}

/**
 * Runs a create once per key and user (spec/quality "Double submit"). The answer is stored in the transaction
 * that creates the record, so that a crash leaves both or neither. A second call with the same key is refused
 * while the first runs; afterwards it gets the same answer, or a refusal if its body differs. A create that waits for a
 * second person is refused without an answer being stored; its request stays, and a second call finds it.
 */
export async function once(db: Database, create: Create, run: (transaction: Database) => Promise<unknown>): Promise<unknown> {
  const { key, session, operation, body, status } = create
  const owner = { account_id: session.account_id, user_id: session.user.id, key }
  const requestHash = createHash('sha256')
    .update(`${operation}\n${JSON.stringify(body)}`)
    .digest('hex')
  const outcome = await db.transaction(async (transaction) => {
    const name = `idempotency:${owner.account_id}:${owner.user_id}:${key}`
    const { rows } = await transaction.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`,
    )
    if (!rows[0]?.free) throw new RequestError('in_flight', { retryAfter: 1 })
    const [known] = await transaction
      .select()
      .from(idempotencyKeys)
      .where(and(...keysOf(owner).map((column) => eq(idempotencyKeys[column], owner[column]))))
    if (known && known.request_hash !== requestHash) {
      throw new RequestError('validation_failed', { errors: { [header]: [message('duplicate')] } })
    }
    if (known) return { answer: known.body }
    try {
      const answer = await run(transaction)
      await transaction.insert(idempotencyKeys).values({ ...owner, request_hash: requestHash, status, body: answer })
      return { answer }
    } catch (error) {
      // Thrown in here, it would roll back the request that it tells of.
      if (error instanceof RequestError && error.code === 'second_person') return { waits: error }
      throw error
    }
  })
  if (outcome.waits) throw outcome.waits
  return outcome.answer
}
