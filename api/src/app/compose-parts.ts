import { Hono } from 'hono'
import type { Logger } from 'pino'
import { bindHealth, type ReadinessCheck } from '../http/bind-health.ts'
import type { Metrics } from '../metrics/create-metrics.ts'
import { requestLog, type FrontSettings } from '../http/request-log.ts'
import { noteRequest, traceRequests } from '../http/trace-requests.ts'

/** A part of the site: alone in a process, or together with others. */
export interface Part {
  /** Answers its paths; other paths are left to the next part. */
  readonly app?: Hono
  /** Its checks for /readyz, by name. */
  readonly checks?: Readonly<Record<string, ReadinessCheck>>
  /** Starts no new work; work in progress continues. */
  drain?(): void
  /** Finishes its work. Called after the last request; the caller owns the pool and the server and closes them. */
  close(): Promise<void>
}

export interface ComposeOptions {
  readonly settings: FrontSettings
  readonly logger: Logger
  readonly metrics: Metrics
}

export interface Composition extends Part {
  readonly app: Hono
  /** Makes /readyz answer 503 so that load balancers stop sending traffic; calls are still answered. */
  drain(): void
}

/** Combines parts into one server that logs, counts and traces every request, and answers /healthz and /readyz for all of them. */
export function composeParts(parts: readonly Part[], { settings, logger, metrics }: ComposeOptions): Composition {
  let ending = false
  const checks = Object.assign({}, ...parts.map((part) => part.checks))
  metrics.report(checks)
  const app = new Hono()
  app.use(traceRequests)
  app.use(
    requestLog(settings, logger, (request) => {
      metrics.count(request)
      noteRequest(request)
    }),
  )
  bindHealth(app, checks, () => ending)
  for (const part of parts) if (part.app) app.route('/', part.app)
  return {
    app,
    drain() {
      ending = true
      for (const part of parts) part.drain?.()
    },
    async close() {
      await Promise.all(parts.map((part) => part.close()))
    },
  }
}
