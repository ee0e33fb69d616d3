import type { Pool } from 'pg'
import type { RootDatabase } from '../db/connect.ts'
import { poolOf } from '../db/pool-of.ts'
import { RequestError } from '../error/request-error.ts'

/** Longest wait for a connection (milliseconds). A call makes up to four queries, so it waits little more than two seconds. */
const longestWait = 500
/** Queued queries per connection, however fast the queue moves, to bound memory. */
const waitingPerConnection = 100

/** State of the queue before a pool. */
interface Line {
  /** When the current measurement started; undefined if none is running. */
  since?: number
  /** Milliseconds per queued query in the last measurement. */
  pace: number
}

const lines = new WeakMap<Pool, Line>()

/** Measures the queue's wait by queueing a probe; returns when it started. */
function standIn(pool: Pool, line: Line): number {
  const since = performance.now()
  const ahead = pool.waitingCount
  const taken = () => {
    line.pace = (performance.now() - since) / (ahead + 1)
    delete line.since
  }
  pool.connect().then((client) => {
    client.release()
    taken()
  }, taken)
  return since
}

/**
 * Refuses new calls while the database cannot keep up, instead of answering ever later: when the queue has not
 * moved for {@link longestWait}, or would take that long at its pace.
 */
export function refuseOverload(db: RootDatabase): void {
  const pool = poolOf(db)
  const { max } = pool.options
  const waiting = pool.waitingCount
  const line = lines.get(pool) ?? { pace: 0 }
  lines.set(pool, line)
  if (waiting === 0 && (pool.idleCount > 0 || pool.totalCount < max)) {
    // The pace of a queue that is gone says nothing about the next one.
    line.pace = 0
    return
  }
  const since = (line.since ??= standIn(pool, line))
  const stands = performance.now() - since > longestWait
  // One slow query says little about the pace, so a short queue is never refused.
  const tooLong = waiting > max && waiting * line.pace > longestWait
  if (stands || tooLong || waiting >= max * waitingPerConnection) throw new RequestError('unavailable', { retryAfter: 1 })
}
