import { endpointGroups, endpoints, required, type Endpoint } from '@adsite/contract'
import { Hono, type Context } from 'hono'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { RootDatabase } from '../db/connect.ts'
import { poolOf } from '../db/pool-of.ts'
import { checkFactorKeys } from '../factor/keys.ts'
import { refusePooler } from '../db/pooler.ts'
import { forkedProcesses, type JobProcesses } from '../job/job-processes.ts'
import { Jobs } from '../job/jobs.ts'
import { measureJobs } from '../metrics/measure-jobs.ts'
import type { TracingSettings } from '../trace/start-tracing.ts'
import { createMailService } from '../mail/mail-service.ts'
import type { AnyHandler } from '../call/handler.ts'
import type { Releases } from '../call/releases.ts'
import { createEventBuffer } from '../audit/event-buffer.ts'
import { csrfKeyOf } from '../session/csrf-key.ts'
import type { Storage } from '../upload/storage.ts'
import { answerError } from '../error/answer-error.ts'
import { bind } from '../http/bind.ts'
import { acceptedLocale, addressOf } from '../http/caller.ts'
import { bindBackChannel } from '../http/bind-back-channel.ts'
import { bindCspReports } from '../http/bind-csp-reports.ts'
import { bindDocs } from '../http/bind-docs.ts'
import { handlerOf } from './handler-of.ts'
import { databaseChecks } from '../http/database-checks.ts'
import { RequestError } from '../error/request-error.ts'
import { requestNotes } from '../http/request-log.ts'
import type { Part } from './compose-parts.ts'
import { createWrongTokens, type WrongTokens } from './wrong-tokens.ts'
import type { ApiSettings } from '../call/settings.ts'

export interface ApiOptions {
  /** Storage of uploaded files. */
  readonly storage: Storage
  /** The release registry, for the administrators' page. */
  readonly releases: Releases
  readonly db: RootDatabase
  /** Address of the database for the processes that work on files, where that of `db` leads to a pooler. */
  readonly directDatabaseUrl?: string | undefined
  /** Directory for uploads that wait to be processed and downloads that wait to be fetched. */
  readonly spool: string
  readonly settings: ApiSettings
  readonly logger: Logger
  /** Where the metrics of its jobs are registered. */
  readonly register: Registry
  /** For the processes of its jobs; undefined: not traced. */
  readonly tracing: TracingSettings | undefined
  /** Default: processes of its own. */
  readonly jobProcesses?: JobProcesses | undefined
}

export interface Api extends Part {
  /** Starts the job processes now instead of with the first file. */
  warm(): void
  /** Serves /api/*, /login, /logout and /sanctum/*; other paths are left to the composing server. */
  readonly app: Hono
  /** Records a call of the release tools over the network in the audit. */
  noteRelease(c: Context, call: ReleaseCallEvent): void
  /** Bounds wrong tokens of the release tools. */
  readonly wrongTokens: WrongTokens
}

/** A call of the release tools, which have tokens in place of users. */
export interface ReleaseCallEvent {
  /** Name of the token; null if none was accepted. */
  readonly actor: string | null
  readonly target: string
  readonly detail: string
  readonly refused: boolean
}

type Bound = [endpoint: Endpoint, handler: AnyHandler]

function allBound(jobs: Jobs): Bound[] {
  const bound = endpointGroups.flatMap((group) =>
    Object.entries<Endpoint>(endpoints[group]).map(([name, endpoint]): Bound => {
      return [endpoint, endpoint.job ? jobs.handler(group, name, endpoint) : handlerOf(group, name)]
    }),
  )
  // Paths without parameters come first: /api/campaign/select_list before /api/campaign/{id}.
  const parameters = ([{ path }]: Bound) => path.split('{').length
  return bound.toSorted((a, b) => parameters(a) - parameters(b))
}

const ownProcesses = forkedProcesses(new URL('serve-jobs.ts', import.meta.url))

/** Creates the API host on a migrated database. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { db, directDatabaseUrl, spool, storage, releases, settings, logger, register, tracing, jobProcesses = ownProcesses } = options
  const app = new Hono()
  const mail = createMailService(settings.mail, logger)
  const csrfKey = await csrfKeyOf(db)
  await checkFactorKeys(db, settings.factorKeys)
  const events = createEventBuffer(db, logger, csrfKey)
  const deps = { db, settings, log: logger, csrfKey, mail, storage, releases, events }
  function notFound(c: Context): Response {
    c.header('Cache-Control', 'no-store')
    const locale = acceptedLocale(c.req.header('Accept-Language')) ?? 'ja'
    return answerError(c, new RequestError('not_found'), { locale, requestId: requestNotes(c).id, log: logger })
  }
  const { connectionString } = poolOf(db).options
  const databaseUrl = directDatabaseUrl ?? required(connectionString, 'the address of the database')
  if (databaseUrl === connectionString) await refusePooler(poolOf(db))
  const jobs = new Jobs({ databaseUrl, spool, storage, settings, logger, tracing, processes: jobProcesses })
  measureJobs(jobs, register)
  bindDocs(app)
  bindCspReports(app, deps)
  bindBackChannel(app, deps)
  for (const [endpoint, handler] of allBound(jobs)) bind(app, endpoint, handler, deps)
  app.all('/api/*', notFound)
  return {
    app,
    checks: databaseChecks(db),
    warm: () => jobs.start(),
    noteRelease(c, { actor, target, detail, refused }) {
      const kind = actor === null ? 'refusal' : 'release'
      const event = { kind, outcome: refused ? 'REFUSED' : 'DONE', target, detail, ...(actor !== null && { pseudonym: actor }) } as const
      const requestId = requestNotes(c).id
      events.note(event, { requestId, address: addressOf(c, settings), device: null, session: null, described: {} })
    },
    wrongTokens: createWrongTokens(db, settings, logger),
    async close() {
      await jobs.close()
      await events.close()
    },
  }
}
