import { Gauge, type Registry } from 'prom-client'
import { countOpenPages } from '../release/open-pages.ts'
import { countViolations } from '../release/violations.ts'
import type { RootDatabase } from '../db/connect.ts'
import { poolOf } from '../db/pool-of.ts'

/** Registers the metrics of a process's pool, and of what the database knows of open pages. */
export function measureDatabase(db: RootDatabase, register: Registry): void {
  const pool = poolOf(db)
  const connections = new Gauge({
    name: 'adsite_database_connections',
    help: 'Connections of the pool by state; waiting: queries that wait for one',
    labelNames: ['state'],
    registers: [register],
    collect() {
      connections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const openPages = new Gauge({
    name: 'adsite_open_pages',
    help: 'Open pages of signed-in users by the build that they run',
    labelNames: ['unit', 'build'],
    registers: [register],
    async collect() {
      const counts = await countOpenPages(db).catch(() => null)
      openPages.reset()
      for (const { unit, build, pages } of counts ?? []) openPages.set({ unit, build }, pages)
    },
  })
  const violations = new Gauge({
    name: 'adsite_csp_violations',
    help: 'Kinds of violations of the content security policy that pages reported in the last hour',
    labelNames: ['unit'],
    registers: [register],
    async collect() {
      const counts = await countViolations(db, new Date(Date.now() - 3_600_000)).catch(() => null)
      violations.reset()
      for (const { unit, kinds } of counts ?? []) violations.set({ unit }, kinds)
    },
  })
}
