import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { ReleaseError, type ReleaseErrorCode } from '../error/release-error.ts'
import { commonHeaders } from '../gateway/http.ts'
import { describeIssue, type Registry } from '../registry/registry.ts'
import { receiveBuild } from './receive-build.ts'
import { authenticate, checkPermitted, type Token } from './token.ts'
import { isVerb, requestInvalid, verbs, type Answer } from './verbs.ts'

/** Largest build with all its files, and most files (a build of ours has about 2 MB in 60 files). */
const buildLimit = 32 * 1024 * 1024
const filesLimit = 2_000
/** Largest request of any other verb. */
const verbLimit = 64 * 1024
/** Builds that may arrive at the same time, because each is held in memory. */
const atOnce = 2

/** A call over the network and how it ended. */
export interface ReleaseCall {
  readonly verb: string
  readonly units: readonly string[]
  /** Name and id of the token; null if none was accepted. */
  readonly token: Pick<Token, 'id' | 'name'> | null
  /** null if it was done; otherwise why not. */
  readonly refused: string | null
  /** What was done; empty if it was refused. */
  readonly done: string
  /** What was asked for: the build, the reason. */
  readonly detail: string
}

/** Counts wrong tokens, so that an address that sends many has to wait. */
export interface WrongTokens {
  /** Seconds until the caller may send a token again; 0: now. */
  wait(c: Context, token: string): Promise<number>
  /** Counts one. Answers the same, where many have arrived at once. */
  count(c: Context, token: string): Promise<number>
}

export interface ServeReleasesOptions {
  readonly registry: Registry
  readonly wrongTokens: WrongTokens
  /** Called after every call, for the audit. */
  readonly report: (call: ReleaseCall, c: Context) => void
  /** Called for failures that are not refusals. */
  readonly failed: (error: unknown) => void
}

const statuses: Readonly<Partial<Record<ReleaseErrorCode, number>>> = {
  token_refused: 401,
  not_permitted: 403,
  build_unknown: 404,
  unit_unknown: 404,
  storage_read_only: 503,
  too_large: 413,
  busy: 429,
  too_many_attempts: 429,
}

const call = v.strictObject({
  options: v.record(v.string(), v.unknown()),
  /** The person or pipeline run that uses the token, as they say. */
  user: v.optional(v.pipe(v.string(), v.regex(/^[^\p{C}]{1,60}$/u, 'not a name of 1 to 60 characters'))),
})

/** What is known of a call before it has ended. */
interface Progress {
  token: Token | null
  units: readonly string[]
  detail: string
}

/** The paths that {@link serveReleases} answers, as patterns, for a server that passes calls on. */
export const releaseCallPaths = ['/registry/verbs/*', '/registry/builds/*'] as const

/**
 * The verbs of the release command line over HTTP, for pipelines without access to the registry itself
 * (docs/decisions/0025): POST /registry/verbs/<verb> with its options as JSON, and POST /registry/builds/<unit> with the
 * files of a build as multipart/form-data. A token decides what is permitted before a build is read; everything else is
 * checked as for a local call.
 */
export function serveReleases({ registry: given, wrongTokens, report, failed }: ServeReleasesOptions): Hono {
  // Refusals name the place of the registry, which is not for people outside.
  const registry: Registry = { ...given, storage: { ...given.storage, location: 'the registry of this site' } }
  const app = new Hono()
  let arriving = 0

  /** The token of a call. Whoever has sent many wrong ones waits, before the registry is read. */
  async function readToken(c: Context): Promise<Token> {
    const sent = c.req.header('Authorization') ?? ''
    refuseWaiting(await wrongTokens.wait(c, sent))
    try {
      return await authenticate(registry, sent)
    } catch (error) {
      if (error instanceof ReleaseError && error.code === 'token_refused') refuseWaiting(await wrongTokens.count(c, sent))
      throw error
    }
  }

  /** Runs a call, reports it, and answers with its result or its refusal. */
  async function handle(c: Context, verb: string, work: (token: Token, progress: Progress) => Promise<Answer>): Promise<Response> {
    const progress: Progress = { token: null, units: [], detail: '' }
    try {
      const token = await readToken(c)
      progress.token = token
      const { result, done } = await work(token, progress)
      report({ verb, ...progress, done, refused: null }, c)
      return answer(200, { result })
    } catch (error) {
      const refused = error instanceof ReleaseError ? error : unexpected
      if (refused === unexpected) failed(error)
      report({ verb, ...progress, done: '', refused: `${refused.code}: ${refused.why}` }, c)
      const { code, what, why, advice, commands, replaces, retryAfter } = refused
      const status = refused === unexpected ? 503 : (statuses[code] ?? 422)
      return answer(status, { error: { code, what, why, advice, commands, replaces } }, retryAfter)
    }
  }

  app.post('/registry/verbs/:verb', (c) => {
    const verb = c.req.param('verb')
    return handle(c, verb, async (token, progress) => {
      if (!isVerb(verb)) throw requestInvalid('this site has no such verb')
      const { options, user } = readCall(await readBody(c, verbLimit))
      // Whoever may see one unit alone need not name it.
      const [only] = token.units.length === 1 ? token.units : []
      const { scope, units, run } = verbs[verb].read(only === undefined || 'builds' in options ? options : { unit: only, ...options })
      progress.detail = JSON.stringify(options)
      const permit = (reached: readonly string[], needed = scope) => {
        progress.units = reached
        checkPermitted(token, needed, reached)
      }
      permit(units)
      // What a refusal names may need others than this token's user.
      const own = { ...registry, mayMove: async (unit: string) => token.units.includes(unit) }
      return run(own, user === undefined ? token.name : `${user} (${token.name})`, permit)
    })
  })

  app.post('/registry/builds/:unit', (c) =>
    handle(c, 'publish', async (token, progress) => {
      const unit = c.req.param('unit')
      progress.units = [unit]
      checkPermitted(token, 'publish', [unit])
      if (arriving >= atOnce) throw busy
      arriving++
      try {
        const { release, files } = await readBuild(c)
        progress.detail = JSON.stringify({ build: namedBuild(release) })
        const result = await receiveBuild(registry, { unit, channel: c.req.query('channel') ?? 'stable', release, files })
        return { result, done: `${result.build} is published` }
      } finally {
        arriving--
      }
    }),
  )

  return app
}

function answer(status: number, body: object, retryAfter: number | null = null): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...commonHeaders,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(retryAfter !== null && { 'Retry-After': String(retryAfter) }),
    },
  })
}

function refuseWaiting(seconds: number): void {
  if (seconds <= 0) return
  throw new ReleaseError('too_many_attempts', {
    what: 'The request was not accepted',
    why: 'too many wrong tokens came from this address',
    advice: `Set RELEASE_TOKEN to a token of this site, and repeat it in ${seconds} seconds`,
    retryAfter: seconds,
  })
}

const unexpected = new ReleaseError('storage_failed', {
  what: 'The action was broken off',
  why: 'the registry of the site failed',
  advice: 'Look at "release status" before repeating; the log of the site says what happened',
})

const busy = new ReleaseError('busy', {
  what: 'The build was not published',
  why: 'other builds are arriving at this site',
  advice: 'Repeat it in a minute',
  retryAfter: 60,
})

const tooLarge = (why: string) =>
  new ReleaseError('too_large', {
    what: 'The request was not accepted',
    why,
    advice: 'Make the build smaller, or publish it to the registry itself',
  })

/** Reads a body up to a limit, whatever length its headers declare. */
async function readBody(c: Context, limit: number): Promise<Buffer<ArrayBuffer>> {
  const size = `it is larger than ${limit / 1024} KiB`
  if (Number(c.req.header('Content-Length') ?? 0) > limit) throw tooLarge(size)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of c.req.raw.body ?? []) {
    length += chunk.length
    if (length > limit) throw tooLarge(size)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function readCall(body: Buffer): v.InferOutput<typeof call> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), call), body.toString('utf8'))
  if (parsed.success) return parsed.output
  throw requestInvalid(describeIssue(parsed.issues[0]))
}

/** The build that a release.json claims to be, before it is checked. */
function namedBuild(release: string): string | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), v.object({ build: v.pipe(v.string(), v.maxLength(100)) })), release)
  return parsed.success ? parsed.output.build : null
}

/** The parts of a build: `release` is its release.json, and `file:<path>` each of its files. */
async function readBuild(c: Context): Promise<{ release: string; files: Map<string, Buffer> }> {
  const body = await readBody(c, buildLimit)
  const type = c.req.header('Content-Type') ?? ''
  const form = await new Response(body, { headers: { 'Content-Type': type } }).formData().catch(() => null)
  if (!form) throw requestInvalid('it is no multipart/form-data')
  const parts = [...form]
  if (parts.length > filesLimit) throw tooLarge(`it has more than ${filesLimit} files`)
  const release = form.get('release')
  if (typeof release !== 'string') throw requestInvalid('it has no part "release"')
  const files = new Map<string, Buffer>()
  for (const [name, part] of parts) {
    if (name === 'release') continue
    const path = name.replace(/^file:/u, '')
    if (typeof part === 'string' || path === name || files.has(path)) throw requestInvalid(`its part ${JSON.stringify(name)} is no file`)
    files.set(path, Buffer.from(await part.arrayBuffer()))
  }
  return { release, files }
}
