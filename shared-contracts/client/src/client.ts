import { endpointGroups, endpoints, takesIdempotencyKey, type Endpoint, type Locale } from '@adsite/contract'
import { pathOf, type AnyArguments, type Calls } from './call.ts'
import { Refusal } from './refusal.ts'

export interface ClientSettings {
  /** Address of the site, `https://ads.example`. */
  readonly origin: string
  /** The API key, `adk_…`. Keep it out of the code: read it from the environment or a store of secrets. */
  readonly key: string
  /** Language of messages. Default: that of the key's owner. */
  readonly locale?: Locale
  /** How often a call is made again that the API was too busy for (429, 503) or that got no answer. Default: 3. */
  readonly retries?: number
  /** Milliseconds that a call may take. Default: 30 s; 5 min for files and calls that are declared slow. */
  readonly timeout?: number
  /** Default: that of the platform. */
  readonly fetch?: typeof fetch
}

export type Client = Calls

const timeouts = { short: 30_000, long: 300_000 } as const
/** Longest wait before a call is made again (seconds). */
const longestWait = 60
/** Statuses that say "later": nothing was done. */
const later: readonly number[] = [429, 503]

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** A read may be repeated, and a create that has an idempotency key; another write may have been done before its answer got lost. */
const isRepeatable = (endpoint: Endpoint, key: string | undefined) => endpoint.method === 'GET' || key !== undefined

/** The type of the file; an endpoint that takes one type gets that one. */
const typeOf = ({ upload = [] }: Endpoint, file: Blob) => (upload.length === 1 ? upload[0] : file.type) || 'application/octet-stream'

function requestOf(endpoint: Endpoint, given: AnyArguments, settings: ClientSettings, idempotencyKey: string | undefined): RequestInit {
  const headers = new Headers({ Accept: 'application/json', Authorization: `Bearer ${settings.key}` })
  if (settings.locale) headers.set('Accept-Language', settings.locale)
  if (endpoint.version !== undefined) headers.set('X-Contract-Version', endpoint.version)
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
  if (given.body !== undefined) headers.set('Content-Type', 'application/json')
  if (given.file) headers.set('Content-Type', typeOf(endpoint, given.file))
  const body = given.file ?? (given.body === undefined ? null : JSON.stringify(given.body))
  const limit = AbortSignal.timeout(settings.timeout ?? (given.file || endpoint.slow ? timeouts.long : timeouts.short))
  // A redirect would take the key elsewhere.
  return {
    method: endpoint.method,
    headers,
    body,
    redirect: 'error',
    signal: given.signal ? AbortSignal.any([given.signal, limit]) : limit,
  }
}

async function answerOf(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (response.status !== endpoint.success) throw new Refusal(response, await response.json().catch(() => null))
  return endpoint.response ? response.json() : response
}

async function send(endpoint: Endpoint, given: AnyArguments, settings: ClientSettings): Promise<unknown> {
  const { origin, retries = 3, fetch: fetchOf = fetch } = settings
  const url = new URL(pathOf(endpoint, given), origin)
  const idempotencyKey = given.idempotencyKey ?? (takesIdempotencyKey(endpoint) ? crypto.randomUUID() : undefined)
  for (let attempt = 0; ; attempt += 1) {
    let response: Response
    try {
      response = await fetchOf(url, requestOf(endpoint, given, settings, idempotencyKey))
    } catch (error) {
      if (given.signal?.aborted || attempt >= retries || !isRepeatable(endpoint, idempotencyKey)) throw error
      await wait(2 ** attempt)
      continue
    }
    if (!later.includes(response.status) || attempt >= retries) return answerOf(endpoint, response)
    const asked = Number(response.headers.get('Retry-After') ?? 2 ** attempt)
    if (!(asked <= longestWait)) return answerOf(endpoint, response)
    await response.body?.cancel()
    await wait(asked)
  }
}

/**
 * A client of the API with every call of the contract. Calls that the API is too busy for are made again; every other refusal
 * is thrown as a {@link Refusal}.
 */
export function createClient(settings: ClientSettings): Client {
  if (!settings.key.startsWith('adk_')) throw new TypeError('The key of the client is no API key: those begin with adk_')
  const groups = endpointGroups.map((group) => {
    const calls = Object.entries<Endpoint>(endpoints[group]).map(([name, endpoint]) => [
      name,
      (given: AnyArguments = {}) => send(endpoint, given, settings),
    ])
    return [group, Object.fromEntries(calls)]
  })
  // oxlint-disable-next-line typescript/consistent-type-assertions -- each call is that of its own endpoint, whose types `Calls` derives; the type of all of them cannot say so
  return Object.fromEntries(groups) as Client
}
