import { message, required, type Endpoint, type EndpointGroup } from '@adsite/contract'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { AnyHandler } from '../call/handler.ts'
import { RequestError } from '../error/request-error.ts'
import { currentTraceparent } from '../trace/trace-context.ts'
import { requestContext } from '../call/request-context.ts'
import type { ApiSettings } from '../call/settings.ts'
import type { Storage } from '../upload/storage.ts'
import type { TracingSettings } from '../trace/start-tracing.ts'
import { GrowingFile } from './growing-file.ts'
import { JobLane } from './job-lane.ts'
import { JobEnded } from './job-process.ts'
import type { JobProcesses } from './job-processes.ts'
import type { FromProcess, Job } from './message.ts'
import { Places } from './places.ts'
import { Spool } from './spool.ts'

/** Processes per lane. */
const counts = { quick: 1, long: 2 } as const

interface Options {
  /** URL of PostgreSQL itself rather than of a pooler: jobs have connections of their own. */
  readonly databaseUrl: string
  readonly storage: Storage
  readonly settings: ApiSettings
  readonly logger: Logger
  readonly tracing: TracingSettings | undefined
  /** Directory of files in transit. */
  readonly spool: string
  readonly processes: JobProcesses
}

interface Turn {
  readonly lane: 'quick' | 'long'
  readonly seconds: number
  /** Of a call that only asks: aborts its wait for the turn; null: a change, which nothing aborts. */
  readonly signal: AbortSignal | null
  /** Frees the slot and removes the files. */
  readonly leave: () => void
}

/** Headers that a job receives; what proves the caller is withheld. */
const headersOf = ({ headers }: Request) => [...headers].filter(([name]) => name !== 'cookie' && name !== 'authorization')

const commits = v.object({ commit: v.literal('true') })

/** Whether a call changes something: others ask for a file, or what a change would do. */
const changes = ({ download, job }: Endpoint, query: unknown) => !download && (!job?.commits || v.is(commits, query))

/** Maps the end of a job to what the caller is told. */
function refusalOf({ reason }: JobEnded, { upload, download }: Endpoint, seconds: number): RequestError {
  if (upload) {
    const fault = reason === 'time' ? message('file_seconds', seconds) : message('file_unworkable')
    return new RequestError('validation_failed', { errors: { file: [fault] } })
  }
  const late = download
    ? {
        ja: `${seconds}秒以内に作成できないため中止しました。条件を絞り込んでください`,
        en: `The file could not be written within ${seconds} seconds. Narrow the selection.`,
      }
    : {
        ja: `${seconds}秒以内に完了しないため中止しました。何も変更していません`,
        en: `This took longer than ${seconds} seconds and was stopped: nothing was changed.`,
      }
  return new RequestError('unavailable', reason === 'time' ? { message: late, retryAfter: 60 } : { retryAfter: 5 })
}

/** Runs calls with a `job` in separate low-priority processes, so that nobody else waits for files (docs/decisions/0016). */
export class Jobs {
  readonly #lanes: Readonly<Record<'quick' | 'long', JobLane>>
  readonly #places = new Places()
  readonly #spool: Spool
  readonly #log: Logger
  /** How many jobs were ended from outside, by reason, since the process began. */
  readonly ended: Record<JobEnded['reason'], number> = { time: 0, died: 0, cancelled: 0 }

  constructor({ databaseUrl, storage, settings, logger, spool, processes, tracing }: Options) {
    const dependencies = { databaseUrl, uploads: storage.location, settings, logLevel: logger.level, tracing }
    this.#lanes = {
      quick: new JobLane(counts.quick, processes, dependencies),
      long: new JobLane(counts.long, processes, dependencies),
    }
    this.#spool = new Spool(spool)
    this.#log = logger
  }

  /** Returns the handler that passes calls of an endpoint to a job. */
  handler(group: EndpointGroup, name: string, endpoint: Endpoint): AnyHandler {
    const { lane, bytes, seconds } = required(endpoint.job, `job of ${group}.${name}`)
    return async (call) => {
      const { session, request, params, id, query, body, locale, address } = call
      const giveBack = this.#places.take(session.account_id, bytes)
      const paths: string[] = []
      const newPath = async () => {
        const path = await this.#spool.path()
        paths.push(path)
        return path
      }
      const leave = () => {
        giveBack()
        void this.#spool.remove(paths)
      }
      let answer: unknown
      try {
        const [input, output] = [await newPath(), await newPath()]
        if (endpoint.upload) await this.#spool.receive(request, input, bytes)
        const { url, method } = request
        const job: Job = {
          context: required(requestContext.getStore(), 'the context of the request'),
          traceparent: currentTraceparent(),
          group,
          endpoint: name,
          session,
          params,
          id,
          query,
          locale,
          address,
          output,
          bytes,
          request: { url, method, headers: headersOf(request) },
          body,
          input: endpoint.upload ? input : null,
        }
        // Nobody reads an answer whose caller is gone; a change is still wanted, and the import screen says that it goes on.
        const signal = changes(endpoint, query) ? null : request.signal
        answer = await this.#carryOut(job, { lane, seconds, signal, leave })
        return answer
      } catch (error) {
        if (!(error instanceof JobEnded)) throw error
        this.ended[error.reason] += 1
        this.#log.warn({ endpoint: `${group}.${name}`, account_id: session.account_id, reason: error.reason }, 'a job was ended')
        throw refusalOf(error, endpoint, seconds)
      } finally {
        // Files are read after this returns.
        if (!(answer instanceof Response)) leave()
      }
    }
  }

  #carryOut(job: Job, { lane, seconds, signal, leave }: Turn): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let file: GrowingFile | undefined
      const left = new AbortController()
      const fail = (error: unknown) => {
        file?.end(error)
        reject(error)
      }
      const hear = (said: FromProcess) => {
        if (said.kind === 'answer') resolve(said.value)
        else if (said.kind === 'refusal') fail(new RequestError(said.code, said.details))
        else if (said.kind === 'failure') fail(Object.assign(new Error('A job failed'), { stack: said.stack }))
        else if (said.kind === 'written') file?.grow(said.bytes)
        else if (said.kind === 'file') {
          file = new GrowingFile(job.output)
          const onEnd = () => {
            left.abort()
            leave()
          }
          resolve(new Response(file.stream(onEnd), { headers: said.headers }))
        }
      }
      this.#lanes[lane]
        .turn(job.session.account_id, signal, (process) => process.carryOut(job, seconds, left.signal, hear))
        .then(() => file?.end(), fail)
    })
  }

  /** What each lane does. */
  lanes(): readonly { readonly lane: string; readonly running: number; readonly waiting: number }[] {
    return Object.entries(this.#lanes).map(([lane, of]) => ({ lane, ...of.figures() }))
  }

  /** Starts a process of each lane, so that the first file does not wait for it. */
  start(): void {
    for (const lane of Object.values(this.#lanes)) lane.start()
  }

  /** Ends running jobs; their transactions are rolled back. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#lanes).map((lane) => lane.end()))
    await this.#spool.close()
  }
}
