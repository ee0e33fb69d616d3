import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { RequestSeen } from './request-log.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The Prometheus metrics of a process. */
export interface Metrics {
  /** Where each part of the process registers its own metrics. */
  readonly register: Registry
  /** Counts an answered request. */
  count(request: RequestSeen): void
  /** True if the caller sends this token (`Authorization: Bearer`). Without a token nobody may. */
  mayRead(c: Context, token: string | undefined): boolean
  /** All of them in the text format of Prometheus. */
  answer(c: Context): Promise<Response>
}

/** Creates the metrics of a process: those of Node.js, and requests by route. */
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
  return {
    register,
    count({ method, route, status, seconds }) {
      requests.observe({ method, route, status }, seconds)
    },
    mayRead(c, token) {
      const given = c.req.header('Authorization')?.replace(/^Bearer /u, '') ?? ''
      return token !== undefined && timingSafeEqual(digest(given), digest(token))
    },
    async answer(c) {
      return c.body(await register.metrics(), 200, { 'Content-Type': register.contentType, 'Cache-Control': 'no-store' })
    },
  }
}
