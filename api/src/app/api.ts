import { endpointGroups, endpoints, type Endpoint } from '@adsite/contract'
import { Hono, type Context } from 'hono'
import type { Logger } from 'pino'
import type { RootDatabase } from '../db/connect.ts'
import { Jobs } from '../job/jobs.ts'
import { createMailService } from '../mail/mail-service.ts'
import type { AnyHandler } from '../call/handler.ts'
import type { Releases } from '../call/releases.ts'
import { createEventBuffer } from '../audit/event-buffer.ts'
import { csrfKeyOf } from '../session/csrf-key.ts'
import type { Storage } from '../upload/storage.ts'
import { answerError } from '../error/answer-error.ts'
import { bind } from '../http/bind.ts'
import { acceptedLocale } from '../http/caller.ts'
import { bindDocs } from '../http/docs.ts'
import { handlerOf } from './handler-of.ts'
import { bindHealth, type ReadinessCheck } from '../http/health.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createMetrics } from '../http/metrics.ts'
import { RequestError } from '../error/request-error.ts'
import { requestLog, requestNotes } from '../http/request-log.ts'
import type { ApiSettings } from '../call/settings.ts'

export interface ApiOptions {
  /** Keeps uploaded files. */
  readonly storage: Storage
  /** The registry behind the site, for the administrators' page. */
  readonly releases: Releases
  readonly db: RootDatabase
  /** Directory of files on their way: uploads until they are worked on, downloads until they are fetched. */
  readonly spool: string
  readonly settings: ApiSettings
  readonly logger: Logger
  /** Further parts that /readyz asks, by name: the registry. */
  readonly checks?: Readonly<Record<string, ReadinessCheck>>
}

export interface Api {
  /** Starts the processes that files are worked on in, which otherwise happens when the first file comes. */
  warm(): void
  /** Answers /api/*, /login, /logout, /sanctum/*, /healthz and /readyz, and leaves every other path to the composer. */
  readonly app: Hono
  /** From now on /readyz says 503, so that a balancer sends nobody; calls are still answered. */
  drain(): void
  /** Ends what the API does on its own, after what it is at. The pool and the server are the composer's. */
  close(): Promise<void>
}

type Bound = [endpoint: Endpoint, handler: AnyHandler]

function allBound(jobs: Jobs): Bound[] {
  const bound = endpointGroups.flatMap((group) =>
    Object.entries<Endpoint>(endpoints[group]).map(([name, endpoint]): Bound => {
      return [endpoint, endpoint.job ? jobs.handler(group, name, endpoint) : handlerOf(group, name)]
    }),
  )
  // Fixed paths before those with parameters: /api/campaign/select_list before /api/campaign/{id}.
  const parameters = ([{ path }]: Bound) => path.split('{').length
  return bound.toSorted((a, b) => parameters(a) - parameters(b))
}

const jobEntry = new URL('serve-jobs.ts', import.meta.url)

/** The API host on a migrated database. */
export async function createApi({ db, spool, storage, releases, settings, logger, checks = {} }: ApiOptions): Promise<Api> {
  const app = new Hono()
  let ending = false
  const mail = createMailService(settings.mail, logger)
  const csrfKey = await csrfKeyOf(db)
  const events = createEventBuffer(db, logger, csrfKey)
  const deps = { db, settings, log: logger, csrfKey, mail, storage, releases, events }
  function notFound(c: Context): Response {
    c.header('Cache-Control', 'no-store')
    const locale = acceptedLocale(c.req.header('Accept-Language')) ?? 'ja'
    return answerError(c, new RequestError('not_found'), { locale, requestId: requestNotes(c).id, log: logger })
  }
  const metrics = createMetrics(db)
  const jobs = new Jobs({ db, spool, storage, settings, logger, entry: jobEntry })
  app.use(requestLog(settings, logger, (request) => metrics.count(request)))
  bindHealth(app, db, checks, () => ending)
  app.get('/metrics', (c) => (metrics.mayRead(c, settings.metricsToken) ? metrics.answer(c) : notFound(c)))
  bindDocs(app)
  for (const [endpoint, handler] of allBound(jobs)) bind(app, endpoint, handler, deps)
  app.all('/api/*', notFound)
  const stopHousekeeping = startHousekeeping(db, mail, logger, settings.auditDays)
  return {
    app,
    warm: () => jobs.start(),
    drain() {
      ending = true
    },
    async close() {
      await jobs.close()
      await stopHousekeeping()
      await events.close()
    },
  }
}
