// Entry point of a job process (docs/decisions/0016): runs one job after the other, each a call of an endpoint.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { required, type Endpoint } from '@adsite/contract'
import { SpanKind, trace } from '@opentelemetry/api'
import type { Logger } from 'pino'
import { connect } from '../db/connect.ts'
import { againIfContended } from '../db/retry-contended.ts'
import { withoutValues } from '../db/database-error.ts'
import { asRequestError } from '../error/answer-error.ts'
import type { Call } from '../call/handler.ts'
import { handlerOf } from './handler-of.ts'
import { requestContext } from '../call/request-context.ts'
import { createLogger } from '../trace/create-logger.ts'
import { startTracing } from '../trace/start-tracing.ts'
import { inSpan, markFailed } from '../trace/trace-context.ts'
import { openStorage } from '../upload/open-storage.ts'
import type { Storage } from '../upload/storage.ts'
import { lowerPriority } from '../job/lower-priority.ts'
import type { FromProcess, Job, JobDependencies, ToProcess } from '../job/message.ts'

interface JobRuntime {
  readonly db: ReturnType<typeof connect>['db']
  readonly pool: ReturnType<typeof connect>['pool']
  readonly storage: Storage
  readonly log: Logger
  readonly settings: JobDependencies['settings']
}

const tell = (message: FromProcess) => process.send?.(message)

function connectDependencies({ databaseUrl, uploads, settings, logLevel }: JobDependencies): JobRuntime {
  const log = createLogger(logLevel)
  const connection = connect(databaseUrl, { max: 3, work: 'job', onError: (error) => log.error(error) })
  return { ...connection, settings, log, storage: openStorage(uploads, process.env) }
}

/** Jobs have no browser and send no mail. */
const absent = (what: string): never => {
  throw new Error(`A job has no ${what}`)
}

function callOf({ db, settings, storage, log }: JobRuntime, job: Job): Call<Endpoint> {
  const { session, params, id, locale, address, input } = job
  const { url, method, headers } = job.request
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Node types the same stream twice, for its modules and as a global
  const file = input === null ? null : (Readable.toWeb(createReadStream(input)) as ReadableStream<Uint8Array>)
  // The types of the browser do not know `duplex`, which Node requires for a stream.
  const init: RequestInit & { duplex: 'half' } = { method, headers, body: file, duplex: 'half' }
  return {
    db,
    settings,
    storage,
    log,
    session,
    params,
    id,
    locale,
    address,
    query: job.query,
    body: job.body,
    request: new Request(url, init),
    get browser() {
      return absent('browser')
    },
    get mail() {
      return absent('mail')
    },
    get releases() {
      return absent('releases')
    },
  }
}

/** Writes the file at disk speed, so that a slow reader does not hold a database connection. */
async function write(response: Response, { output, bytes }: Job, signal: AbortSignal): Promise<void> {
  const reader = required(response.body, 'the file').getReader()
  const file = await open(output, 'wx', 0o600)
  try {
    tell({ kind: 'file', headers: [...response.headers] })
    let written = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (done || signal.aborted) break
      written += value.length
      if (written > bytes) throw new Error(`The file grew beyond ${bytes} bytes`)
      await file.write(value)
      tell({ kind: 'written', bytes: written })
    }
  } finally {
    await reader.cancel()
    await file.close()
  }
}

async function carryOut(deps: JobRuntime, job: Job, signal: AbortSignal): Promise<void> {
  try {
    const handler = handlerOf(job.group, job.endpoint)
    // A file is read from its beginning again, which the transactions within cannot do. They have been retried by then.
    const answer = await againIfContended(2, () => requestContext.run(job.context, () => handler(callOf(deps, job))))
    if (answer instanceof Response) await write(answer, job, signal)
    else tell({ kind: 'answer', value: answer })
  } catch (error) {
    const refusal = asRequestError(error)
    const cause = withoutValues(error)
    if (refusal && refusal !== error) deps.log.warn({ err: cause }, 'database refused')
    if (refusal) return void tell({ kind: 'refusal', code: refusal.code, details: refusal.details })
    markFailed(trace.getActiveSpan(), error)
    tell({ kind: 'failure', stack: (cause instanceof Error && cause.stack) || String(error) })
  }
}

let tracing: Promise<unknown>
let deps: JobRuntime
let cancelling = new AbortController()
// Lowered only now, because starting is slow enough.
lowerPriority()

async function begin(job: Job, signal: AbortSignal): Promise<void> {
  const name = `job ${job.group}.${job.endpoint}`
  await tracing
  await inSpan({ name, kind: SpanKind.INTERNAL, traceparent: job.traceparent }, () => carryOut(deps, job, signal)).finally(() =>
    tell({ kind: 'end' }),
  )
}

process.on('message', (message: ToProcess) => {
  if ('dependencies' in message) {
    tracing = startTracing('adsite-jobs', message.dependencies.tracing)
    deps = connectDependencies(message.dependencies)
  } else if ('cancel' in message) cancelling.abort()
  else if ('forget' in message) void deps.pool.end().then(() => tell({ kind: 'end' }))
  else {
    cancelling = new AbortController()
    void begin(message.job, cancelling.signal)
  }
})
process.on('disconnect', () => process.exit(0))
// The terminal signals the whole process group; the site decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
