import { Gauge, type Registry } from 'prom-client'
import type { RootDatabase } from '../db/connect.ts'
import { poolOf } from '../db/pool-of.ts'

/** Registers the metrics of a process's pool. */
export function measurePool(db: RootDatabase, register: Registry): void {
  const pool = poolOf(db)
  const connections = new Gauge({
    name: 'adsite_database_connections',
    help: 'Connections of the pool by state; waiting: queries that wait for a connection',
    labelNames: ['state'],
    registers: [register],
    collect() {
      connections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}
