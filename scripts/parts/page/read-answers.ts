import { acceptedLocale, currentTraceparent, namedToken } from '@adsite/api'
import {
  callAddress,
  callsOfList,
  endpoints,
  languageCookie,
  locales,
  roleOfCode,
  sessionMark,
  type Endpoint,
  type Locale,
  type PageAnswers,
  type SessionData,
} from '@adsite/contract'
import type { GatewayOptions } from '@adsite/release/gateway'
import { parse } from 'hono/utils/cookie'
import { frameRows, type ListAnswers } from './frame-rows.ts'
import { frameView, loginView, type UsedAccount } from './frame-view.ts'
import { loginPath } from './sign-in-address.ts'

type ReadAnswers = NonNullable<GatewayOptions['readAnswers']>

/** Answers a request as if it had reached the process, with the connection of another one. */
export type AnswerRequest = (request: Request, connection: unknown) => Response | Promise<Response>

interface ReadSettings {
  readonly https: boolean
  /** For browsers that ask for no language of the site. */
  readonly defaultLanguage: string
}

/** What of the request for a page is true of its calls, too. */
const passed = ['cookie', 'user-agent', 'x-forwarded-for', 'x-request-id']

/** Pages for signing in, which ask nothing first. */
const signInPages = '/auth/'

/** How long a page waits for its rows (milliseconds). */
const patience = 1000

type Answer = PageAnswers['answers'][number]

/** The language that the page will show: the one that was chosen in this browser, else the one that it asks for. */
function languageOf({ headers }: Request, fallback: string): Locale {
  const chosen = parse(headers.get('cookie') ?? '')[languageCookie]
  const asked = acceptedLocale(headers.get('accept-language') ?? undefined) ?? acceptedLocale(fallback) ?? 'en'
  return locales.find((locale) => locale === chosen) ?? asked
}

function usedAccount({ accounts, using_account_id }: SessionData): UsedAccount | null {
  const account = accounts.find(({ account_id }) => account_id === using_account_id)
  const role = account ? roleOfCode(account.role) : null
  return account && role !== null ? { account, role } : null
}

/**
 * Asks the API what a page will ask first, as its browser would: who is signed in, and for a list its saved views and its first
 * rows. The API decides as for every call; what it refuses is left out, and the page asks again and hears why. What the page shows
 * until then follows from the first answer.
 */
export function readAnswers(
  answer: AnswerRequest,
  isSignedOut: (request: Request) => Promise<boolean>,
  { https, defaultLanguage }: ReadSettings,
): ReadAnswers {
  return ({ request, env, route, pointers }) => {
    const token = namedToken(request.headers.get('cookie') ?? '', https)
    const language = languageOf(request, defaultLanguage)
    const url = new URL(request.url)
    if (url.pathname.startsWith(signInPages)) {
      if (url.pathname !== loginPath) return null
      const frame = isSignedOut(request).then((signedOut) => (signedOut ? loginView(url, https, language) : null))
      return { frame, rows: Promise.resolve(null), answers: Promise.resolve(null) }
    }
    if (token === null) return null
    const common = new Headers({ Accept: 'application/json', 'Accept-Language': language })
    const traceparent = currentTraceparent()
    if (traceparent !== undefined) common.set('traceparent', traceparent)
    for (const name of passed) {
      const value = request.headers.get(name)
      if (value !== null) common.set(name, value)
    }

    async function ask(endpoint: Endpoint, query: Readonly<Record<string, string>> = {}, account?: number): Promise<Answer[]> {
      const headers = new Headers(common)
      // The API answers nothing about another account than the session's, which may have changed in between.
      if (account !== undefined) headers.set('X-Account-Id', String(account))
      const address = callAddress(endpoint, { query })
      const response = await answer(new Request(new URL(address, url), { headers }), env)
      if (response.status !== endpoint.success) return []
      const { version } = endpoint
      return [{ address, ...(version !== undefined && { version }), answer: await response.json() }]
    }

    async function readSession() {
      const me = await ask(endpoints.session.me)
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the answer of the call, which keeps the contract
      const session = (me[0]?.answer as { data: SessionData } | undefined)?.data
      return { me, session, used: session ? usedAccount(session) : null }
    }
    const reading = readSession()

    async function readLists(): Promise<Answer[][]> {
      const { used } = await reading
      const calls = route !== null && used ? callsOfList(route, url.searchParams, used.role) : []
      const late = new Promise<Answer[]>((resolve) => setTimeout(resolve, patience, []).unref())
      return Promise.all(calls.map(({ endpoint, query }) => Promise.race([ask(endpoint, query, used?.account.account_id), late])))
    }
    const lists = readLists()

    async function readFrame() {
      const { session, used } = await reading
      return session && used ? frameView(session, used, { url, route, pointers }, language) : null
    }

    async function readRows() {
      const [{ used }, [[views] = [], [list] = []]] = await Promise.all([reading, lists])
      if (!used || !views || !list) return null
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the answers of the calls, in their order, which keep the contract
      const answers = { views: views.answer, list: list.answer } as ListAnswers
      return frameRows(answers, used, { url, route, pointers }, language)
    }

    async function readFirst(): Promise<string> {
      const [{ me }, others] = await Promise.all([reading, lists])
      const answers: PageAnswers = { session: sessionMark(token ?? ''), language, answers: [...me, ...others.flat()] }
      return JSON.stringify(answers)
    }
    return { frame: readFrame(), rows: readRows(), answers: readFirst() }
  }
}
