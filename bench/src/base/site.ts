import { freePort } from './port-of.ts'
import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { required } from '@adsite/contract'
import { atSignal } from './at-signal.ts'
import type { BenchDatabase, Party } from './database.ts'
import { processorTime } from './processor-time.ts'
import type { Statement } from './record-statements.ts'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Milliseconds from the request to the first and to the last byte. */
  readonly firstByte: number
  readonly whole: number
}

export interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Sends a body that never ends. */
  readonly stalls?: boolean | undefined
  /** Counts bytes and discards them, for downloads that do not fit into memory. */
  readonly onBytes?: (length: number) => void
}

/** The site in production mode, in a process of its own on the measured database. */
export interface BenchSite {
  /** Resident memory of the process in MB. */
  memory(): number
  /** Processor time that the process has used, and those that it has started (milliseconds). */
  processorTime(): number
  call(path: string, session: string, options?: Call): Promise<Answer>
  /** Records every statement that the site sends to the database during some work. */
  statementsOf(work: () => Promise<unknown>): Promise<Statement[]>
  close(): Promise<void>
}

const cookieName = 'adsite_session='
export const cookieOf = (id: string) => `${cookieName}${id}`
/** The stored form of a session's id (spec/quality "Sessions"). */
export const hashOf = (cookie: string) => createHash('sha256').update(cookie.slice(cookieName.length)).digest('hex')

/** Creates a session row as sign-in does, without the time for the password, and returns the cookie. */
export async function openSession({ pool }: BenchDatabase, { userId, accountId }: Party): Promise<string> {
  const cookie = cookieOf(randomBytes(32).toString('base64url'))
  await pool.query('insert into sessions (id_hash, user_id, account_id) values ($1, $2, $3)', [hashOf(cookie), userId, accountId])
  return cookie
}

export async function startSite(database: BenchDatabase): Promise<BenchSite> {
  const directory = await mkdtemp(join(tmpdir(), 'adsite-bench-'))
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    DATA_DIR: directory,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    // An empty registry of its own, because only the API is used.
    REGISTRY: join(directory, 'registry'),
  }
  const recorder = pathToFileURL(join(import.meta.dirname, 'record-statements.ts')).href
  const child = spawn(process.execPath, ['--import', recorder, join(import.meta.dirname, '../../../scripts/site.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 })
  async function end(): Promise<void> {
    agent.destroy()
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    await rm(directory, { recursive: true, force: true })
  }
  const forget = atSignal(end)

  function call(
    path: string,
    session: string,
    { method = 'GET', headers = {}, body, stalls = false, onBytes }: Call = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const began = performance.now()
      const origin = method === 'GET' ? {} : { Origin: `http://127.0.0.1:${port}` }
      const sent = request(
        { host: '127.0.0.1', port, agent, path, method, headers: { Cookie: session, ...origin, ...headers } },
        (response) => {
          let firstByte = 0
          const pieces: Buffer[] = []
          response.on('data', (piece: Buffer) => {
            firstByte ||= performance.now() - began
            if (onBytes) onBytes(piece.length)
            else pieces.push(piece)
          })
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(pieces).toString(),
              firstByte,
              whole: performance.now() - began,
            }),
          )
          response.on('error', reject)
        },
      )
      sent.on('error', reject)
      if (stalls) sent.write(body)
      else sent.end(body)
    })
  }

  for (let tries = 0; ; tries += 1) {
    // Unlike /healthz it answers 503 until the site serves calls.
    const answer = await call('/api/campaign', '').catch(() => null)
    if (answer && answer.status !== 503) break
    if (child.exitCode !== null || tries > 300) throw new Error('The site did not start')
    await wait(100)
  }
  // Connections to what answered while the site was starting are closed by it.
  agent.destroy()
  async function ask(what: 'record' | 'recorded'): Promise<Statement[]> {
    const answered = new Promise<Statement[]>((resolve) => {
      // The site also reports that it is up, which may come after its first answer over HTTP.
      child.on('message', function hear(message) {
        if (!Array.isArray(message)) return
        child.off('message', hear)
        resolve(message)
      })
    })
    child.send(what)
    return answered
  }
  return {
    call,
    async statementsOf(work) {
      await ask('record')
      await work()
      return ask('recorded')
    },
    memory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)]).toString()) / 1024,
    processorTime: () => processorTime(required(child.pid, 'the process of the site')),
    async close() {
      forget()
      await end()
    },
  }
}

/** Starts the site on the measured database, runs some work with it, and stops both. */
export async function withSite<T>(
  open: () => Promise<BenchDatabase>,
  work: (database: BenchDatabase, site: BenchSite) => Promise<T>,
): Promise<T> {
  const database = await open()
  try {
    const site = await startSite(database)
    try {
      return await work(database, site)
    } finally {
      await site.close()
    }
  } finally {
    await database.close()
  }
}
