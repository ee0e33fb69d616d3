import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { resultsOf, type CheckResult, type ReadinessCheck } from '../http/bind-health.ts'
import type { RequestSeen } from '../http/request-log.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()
const states = ['ok', 'degraded', 'failed'] as const
const stateOf = (result: CheckResult): (typeof states)[number] => (typeof result === 'string' ? result : 'degraded')

/** The Prometheus metrics of a process. */
export interface Metrics {
  /** Where each part of the process registers its own metrics. */
  readonly register: Registry
  /** Counts an answered request. */
  count(request: RequestSeen): void
  /** Registers the checks of /readyz, whose results are metrics as well. Replaces former checks. */
  report(checks: Readonly<Record<string, ReadinessCheck>>): void
}

/** Creates the metrics of a process: those of Node.js, requests by route, and its checks. */
export function createMetrics(): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'adsite_http_request_duration_seconds',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [register],
  })
  let reported: Readonly<Record<string, ReadinessCheck>> = {}
  const checked = new Gauge({
    name: 'adsite_check',
    help: 'Checks of /readyz: 1 for the current state of each',
    labelNames: ['check', 'state'],
    registers: [register],
    async collect() {
      const results = await resultsOf(reported)
      checked.reset()
      for (const [check, result] of results) {
        for (const state of states) checked.set({ check, state }, Number(state === stateOf(result)))
      }
    },
  })
  return {
    register,
    count({ method, route, status, seconds }) {
      requests.observe({ method, route, status }, seconds)
    },
    report(checks) {
      reported = checks
    },
  }
}

/** Serves metrics on a port that the site's users cannot reach. If a token is set, clients must send it (`Authorization: Bearer`). */
export function serveMetrics({ register }: Metrics, token: string | undefined): Hono {
  const app = new Hono()
  app.get('/metrics', async (c) => {
    const given = c.req.header('Authorization')?.replace(/^Bearer /u, '') ?? ''
    if (token !== undefined && !timingSafeEqual(digest(given), digest(token))) {
      return c.text('Send METRICS_TOKEN as a bearer token.\n', 401, { 'WWW-Authenticate': 'Bearer', 'Cache-Control': 'no-store' })
    }
    return c.body(await register.metrics(), 200, { 'Content-Type': register.contentType, 'Cache-Control': 'no-store' })
  })
  return app
}
