import {
  callAddress,
  errorBody,
  errors,
  isRefusedWhileViewing,
  takesIdempotencyKey,
  withoutTurns,
  type Endpoint,
  type EndpointBody,
  type EndpointQuery,
  type EndpointResponse,
  type PathParameter,
} from '@adsite/contract'
import { currentLanguage } from '@adsite/i18n'
import * as v from 'valibot'
import { ApiError, failureTexts } from './api-error.ts'
import { refresh } from './cache.ts'
import { csrfToken } from './csrf-token.ts'
import { fetchWithProgress, type OnProgress } from './fetch-with-progress.ts'
import { forgetPageAnswers, takeFromPage } from './page-answers.ts'
import { randomHex } from './random-hex.ts'
import { keyOfCreate, noteSuccess } from './unanswered-creates.ts'

/** A call that failed on the side of the API; `status` is 0 when no answer came. */
export interface ApiTrouble {
  readonly endpoint: Endpoint
  readonly status: number
}

interface ClientSettings {
  /** Origin of the API host; the default '' means same origin. */
  readonly apiOrigin: string
  /** Called on every 401 of a call that needs a session, so that the shell can redirect to the login page. */
  readonly onUnauthenticated: () => void
  /** Called when the session's account or role may differ from what this page shows, or when it shows the site as somebody else. */
  readonly onAccountChanged: () => void
  /** Asks the user for a fresh factor; resolves to whether it was given. The call that needs it is then repeated. */
  readonly onFactorNeeded: () => Promise<boolean>
  /** Called when the API no longer serves the version that the calling code was built with. */
  readonly onPageOutdated: () => void
  /** Called for every call that the API did not answer, or answered with its own failure. */
  readonly onTrouble: (trouble: ApiTrouble) => void
}

let settings: ClientSettings = {
  apiOrigin: '',
  onUnauthenticated: () => {},
  onAccountChanged: () => {},
  onFactorNeeded: async () => false,
  onPageOutdated: () => {},
  onTrouble: () => {},
}
let accountId: number | null = null

export function configureClient(given: Partial<ClientSettings>): void {
  settings = { ...settings, ...given }
}

/** Sets the account this page shows. It is sent with every call so that no call runs under another account. */
export function setActiveAccount(id: number | null): void {
  accountId = id
}

export function activeAccount(): number | null {
  return accountId
}

let isViewing = false

/**
 * Says whether this page shows the site as somebody else. Calls that the API would refuse then are not even sent, whatever
 * screen makes them, and nothing is reported.
 */
export function setViewing(on: boolean): void {
  isViewing = on
}

export interface CallArguments<E extends Endpoint> {
  /** Values for the `{name}` parameters of the path. */
  readonly params?: Readonly<Record<PathParameter<E>, string | number>>
  readonly query?: Partial<EndpointQuery<E>>
  readonly body?: EndpointBody<E>
  /** A file sent as the whole body, for endpoints that accept one (`upload`). */
  readonly file?: Blob
  /** Receives upload progress; nothing counts as sent while the call waits for a fresh factor. */
  readonly onProgress?: OnProgress
  readonly signal?: AbortSignal
  /** Changes nothing although the endpoint could: it only asks what a write would do. */
  readonly dryRun?: boolean
  /** One key per user intention (spec/quality "Double submit"). Creates have theirs without it; an import needs one. */
  readonly idempotencyKey?: string
  /** The page reads by itself: nobody has asked for it, so it does not keep the session alive (spec/quality "Sessions"). */
  readonly background?: boolean
}

const backgroundHeader = 'X-Background'

/** Timeout of a request in milliseconds. The query client retries reads. */
const timeLimit = 30_000
/** Timeout for file uploads, which can be slow, and for endpoints marked `slow`. */
const longTimeLimit = 300_000

/** Builds the URL of a call; also used for links and downloads. */
export function apiUrl<E extends Endpoint>(endpoint: E, { params, query }: Pick<CallArguments<E>, 'params' | 'query'> = {}): string {
  return `${settings.apiOrigin}${callAddress(endpoint, { params, query })}`
}

let csrfCookie: Promise<unknown> | null = null

/** Fetches the token once for all calls that lack it: each answer would replace the token that another call has sent. */
function fetchCsrfCookie(): Promise<unknown> {
  const signal = AbortSignal.timeout(timeLimit)
  csrfCookie ??= fetch(`${settings.apiOrigin}/sanctum/csrf-cookie`, { credentials: 'include', cache: 'no-store', signal }).finally(() => {
    csrfCookie = null
  })
  return csrfCookie
}

function bodyOf({ body, file }: CallArguments<Endpoint>): { body?: BodyInit } {
  if (file) return { body: file }
  return body === undefined ? {} : { body: JSON.stringify(body) }
}

/** If the endpoint accepts a single type, sends that type: Windows reports CSV files as the type of the program that opens them. */
function fileType({ upload = [] }: Endpoint, file: Blob): string {
  return (upload.length === 1 ? upload[0] : file.type) || 'application/octet-stream'
}

/** A trace of its own for a call, which the site's log and traces name (W3C Trace Context). */
function newTraceparent(): string {
  const hex = randomHex(24)
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-01`
}

async function send<E extends Endpoint>(endpoint: E, args: CallArguments<E>): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': currentLanguage(), traceparent: newTraceparent() })
  if (accountId !== null) headers.set('X-Account-Id', String(accountId))
  if (endpoint.version !== undefined) headers.set('X-Contract-Version', endpoint.version)
  if (args.idempotencyKey) headers.set('Idempotency-Key', args.idempotencyKey)
  if (args.background) headers.set(backgroundHeader, '1')
  if (endpoint.method !== 'GET') {
    if (csrfToken() === null) await fetchCsrfCookie()
    headers.set('X-XSRF-TOKEN', csrfToken() ?? '')
  }
  if (args.body !== undefined) headers.set('Content-Type', 'application/json')
  if (args.file) headers.set('Content-Type', fileType(endpoint, args.file))
  const limit = AbortSignal.timeout(args.file || endpoint.slow ? longTimeLimit : timeLimit)
  const init = {
    method: endpoint.method,
    headers,
    credentials: 'include' as const,
    ...bodyOf(args),
    signal: args.signal ? AbortSignal.any([args.signal, limit]) : limit,
  }
  return args.onProgress ? fetchWithProgress(apiUrl(endpoint, args), init, args.onProgress) : fetch(apiUrl(endpoint, args), init)
}

/** How long the API counts as in trouble after an unanswered call, in milliseconds. */
const troubleLasts = 10_000
let troubleAt = -Infinity

/** Whether the API recently failed to respond, in which case an error on a screen may not be the screen's fault. */
export function apiInTrouble(): boolean {
  return performance.now() - troubleAt < troubleLasts
}

function inTrouble(endpoint: Endpoint, status: number): void {
  troubleAt = performance.now()
  settings.onTrouble({ endpoint, status })
}

/**
 * Sends a report in the background, which also goes out while the page unloads. Resolves with whether the server has answered it,
 * also by a refusal; never rejects, and shows no error and no login. Nothing is sent while the page shows the site as somebody
 * else. Like other calls in the background, it does not keep the session alive.
 */
export async function tell<E extends Endpoint>(endpoint: E, body: EndpointBody<E>): Promise<boolean> {
  const token = csrfToken()
  if (token === null || (isViewing && isRefusedWhileViewing(endpoint))) return true
  const headers = { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': token, [backgroundHeader]: '1' }
  const signal = AbortSignal.timeout(timeLimit)
  const init = { method: endpoint.method, headers, body: JSON.stringify(body), credentials: 'include', keepalive: true, signal } as const
  return fetch(apiUrl(endpoint), init).then(
    ({ status }) => status < 500,
    () => false,
  )
}

/** Statuses whose response carries a message for the user (spec/api "Response handling"), even with an unknown error code. */
const withWords: readonly number[] = [400, 422, 500]
const words = v.object({ message: v.pipe(v.string(), v.minLength(1)) })

/** What was stored before signs that turn a text were refused still has them, and turned the sentences that it stands in. */
const read = async (response: Response) => JSON.parse(withoutTurns(await response.text()))

async function refusal(response: Response, endpoint: Endpoint): Promise<ApiError> {
  const answer: unknown = await read(response).catch(() => null)
  const body = v.safeParse(errorBody, answer)
  if (body.success) return new ApiError(body.output.code, response.status, body.output)
  if (response.status === errors.unauthenticated.status) {
    return new ApiError('unauthenticated', response.status, { message: errors.unauthenticated.text[currentLanguage()] })
  }
  const said = withWords.includes(response.status) ? v.safeParse(words, answer) : null
  if (said?.success) return new ApiError('unexpected', response.status, said.output)
  return new ApiError('unexpected', response.status, { message: (endpoint.failure ?? failureTexts[endpoint.kind])[currentLanguage()] })
}

interface Refused {
  readonly error: ApiError
}

interface Done<E extends Endpoint> {
  readonly answer: EndpointResponse<E>
}

/**
 * Sends a call; a 419 fetches the cookie again and is tried once more. Answers an unexpected status as its error. Rejects
 * where no answer came, or not all of it.
 */
async function attempt<E extends Endpoint>(endpoint: E, args: CallArguments<E>): Promise<Done<E> | Refused> {
  let response = await send(endpoint, args)
  if (response.status === 419) {
    await fetchCsrfCookie()
    response = await send(endpoint, args)
  }
  if (response.status !== endpoint.success) return { error: await refusal(response, endpoint) }
  // Typed by the contract, which the API keeps; a page does not check it a second time.
  return { answer: endpoint.response ? await read(response) : undefined }
}

/**
 * Makes one call (spec/api "Response handling"):
 * - Data that a write has made stale is read again (`refresh`).
 * - If a fresh factor is needed, the user is asked for one and the call is repeated.
 * - A call whose answer came with the page is not sent (`takeFromPage`).
 * - A create that is repeated because its answer got lost creates nothing more (`keyOfCreate`).
 *
 * @returns the parsed JSON body; undefined if the endpoint has none
 * @throws ApiError with the code of the API's refusal (`viewing` also before the call is sent), `network` if no complete answer
 * came, or `unexpected` if the status is not the declared success
 */
export async function call<E extends Endpoint>(endpoint: E, given: CallArguments<E> = {}): Promise<EndpointResponse<E>> {
  if (isViewing && isRefusedWhileViewing(endpoint)) {
    const { status, text } = errors.viewing
    throw new ApiError('viewing', status, { message: text[currentLanguage()] })
  }
  const intention = takesIdempotencyKey(endpoint) ? JSON.stringify([accountId, callAddress(endpoint, given), given.body]) : null
  const args = intention === null ? given : { idempotencyKey: keyOfCreate(endpoint, intention), ...given }
  if (endpoint.method === 'GET') {
    const inPage = takeFromPage<EndpointResponse<E>>(endpoint, callAddress(endpoint, args))
    if (inPage) return inPage.answer
  } else if (!args.dryRun) forgetPageAnswers()
  let answered: Done<E> | Refused
  try {
    answered = await attempt(endpoint, args)
    const isFactorNeeded = 'error' in answered && answered.error.code === 'factor_needed'
    if (isFactorNeeded) {
      // What was sent is sent anew, or not at all.
      args.onProgress?.(0, 1)
      if (await settings.onFactorNeeded()) answered = await attempt(endpoint, args)
    }
  } catch (error) {
    if (args.signal?.aborted) throw error
    inTrouble(endpoint, 0)
    throw new ApiError('network', 0, {
      message: { ja: 'サーバーに接続できません。通信状況を確認してください', en: 'The server cannot be reached. Check your connection.' }[
        currentLanguage()
      ],
    })
  }
  if (!('error' in answered)) {
    if (endpoint.method !== 'GET' && !args.dryRun) refresh(endpoint, args.params)
    if (!args.dryRun) noteSuccess(endpoint, intention)
    return answered.answer
  }
  const { error } = answered
  if (error.status >= 500) inTrouble(endpoint, error.status)
  if (error.status === errors.unauthenticated.status && endpoint.permission !== 'public') settings.onUnauthenticated()
  // The session shows somebody else, here or in another tab, or has another role, and this page does not know it yet.
  if (['account_changed', 'forbidden', 'viewing'].includes(error.code)) settings.onAccountChanged()
  if (error.code === 'page_outdated') settings.onPageOutdated()
  // It was not done, and waits now.
  if (error.code === 'second_person') refresh(endpoint, args.params)
  throw error
}
