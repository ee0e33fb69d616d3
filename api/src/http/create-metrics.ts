import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { RootDatabase } from '../db/connect.ts'
import { poolOf } from '../db/pool-of.ts'
import { countOpenPages } from '../release/open-pages.ts'
import { countViolations } from '../release/violations.ts'
import type { RequestSeen } from './request-log.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Collects Prometheus metrics: requests by route, connections of the pool, the process. */
export function createMetrics(db: RootDatabase) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'adsite_http_request_duration_seconds',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [register],
  })
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
  return {
    count({ method, route, status, seconds }: RequestSeen): void {
      requests.observe({ method, route, status }, seconds)
    },
    /** True if the caller sends the configured token (`Authorization: Bearer`). */
    mayRead(c: Context, token: string | undefined): boolean {
      const given = c.req.header('Authorization')?.replace(/^Bearer /u, '') ?? ''
      return token !== undefined && timingSafeEqual(digest(given), digest(token))
    },
    async answer(c: Context): Promise<Response> {
      return c.body(await register.metrics(), 200, { 'Content-Type': register.contentType, 'Cache-Control': 'no-store' })
    },
  }
}
