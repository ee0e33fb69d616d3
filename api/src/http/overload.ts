import type { RootDatabase } from '../db/connect.ts'
import { poolOf } from '../db/pool-of.ts'
import { Refusal } from './refusal.ts'

/** Queries that wait for a connection, for each connection that there is. What comes on top of these would only make all of them slower. */
const waitingPerConnection = 100

/** While the database cannot keep up, new calls are told to come again at once rather than ever later. */
export function refuseOverload(db: RootDatabase): void {
  const { waitingCount, options } = poolOf(db)
  if (waitingCount >= options.max * waitingPerConnection) throw new Refusal('unavailable', { retryAfter: 1 })
}
