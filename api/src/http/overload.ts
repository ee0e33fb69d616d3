import type { Pool } from 'pg'
import type { RootDatabase } from '../db/connect.ts'
import { poolOf } from '../db/pool-of.ts'
import { RequestError } from '../error/request-error.ts'

/** A query may wait so long for its connection (milliseconds). A call has up to four of them, so nobody waits much more than two seconds. */
const longestWait = 500
/** Queries that wait for each connection, whatever the pace: beyond these the memory of the process is at stake. */
const waitingPerConnection = 100

/** What is known of the line before a pool. */
interface Line {
  /** Since when somebody stands in it to take the time; undefined while nobody does. */
  since?: number
  /** Time that it took for each query in it, the last time that was taken (milliseconds). */
  pace: number
}

const lines = new WeakMap<Pool, Line>()

/** Takes the time that the line before the pool needs, by standing in it; answers since when. */
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
 * While the database cannot keep up, new calls are told to come again at once rather than ever later: when
 * the line has not moved for {@link longestWait}, or is so long that at its pace it would take that time.
 */
export function refuseOverload(db: RootDatabase): void {
  const pool = poolOf(db)
  const { max } = pool.options
  const waiting = pool.waitingCount
  if (waiting === 0 && (pool.idleCount > 0 || pool.totalCount < max)) return
  const line = lines.get(pool) ?? { pace: 0 }
  lines.set(pool, line)
  const since = (line.since ??= standIn(pool, line))
  const stands = performance.now() - since > longestWait
  // What one slow query held up says little of the pace: a short line is never too long.
  const tooLong = waiting > max && waiting * line.pace > longestWait
  if (stands || tooLong || waiting >= max * waitingPerConnection) throw new RequestError('unavailable', { retryAfter: 1 })
}
