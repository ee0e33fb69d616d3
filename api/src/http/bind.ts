import { normaliseBody, takesIdempotencyKey, type Endpoint, type Locale } from '@adsite/contract'
import type { Context, Hono } from 'hono'
import type { Logger } from 'pino'
import type { Database, RootDatabase } from '../db/connect.ts'
import type { MailService } from '../mail/mail-service.ts'
import type { Releases } from '../call/releases.ts'
import type { Storage } from '../upload/storage.ts'
import { answerError, asRequestError } from '../error/answer-error.ts'
import { acceptedLocale, addressOf, refuseForeignOrigin } from './caller.ts'
import { answerJson } from './answer-json.ts'
import { answerTagged } from './answer-tagged.ts'
import { authorise, refuseOutdated, requireFresh } from '../call/authorise.ts'
import type { AnyHandler, Call } from '../call/handler.ts'
import { idempotencyKey, once } from '../call/idempotency.ts'
import { refuseOverload } from './refuse-overload.ts'
import { noteRefused, recordDone } from '../audit/endpoint-event.ts'
import type { EventBuffer } from '../audit/event-buffer.ts'
import { deviceOf } from '../session/device-of.ts'
import { identify } from './identify.ts'
import { pathId } from '../call/path-id.ts'
import { checkUpload, readJson } from '../call/read-body.ts'
import { RequestError } from '../error/request-error.ts'
import { requestContext, type RequestContext } from '../call/request-context.ts'
import { requestNotes } from './request-log.ts'
import { browserOf } from '../call/session.ts'
import type { ApiSettings } from '../call/settings.ts'
import { validated, validatedQuery } from '../call/validate.ts'

export interface Dependencies {
  readonly db: RootDatabase
  readonly settings: ApiSettings
  readonly log: Logger
  readonly csrfKey: string
  readonly mail: MailService
  readonly storage: Storage
  readonly releases: Releases
  readonly events: EventBuffer
}

const defaultLocale: Locale = 'ja'

async function bodyOf(endpoint: Endpoint, request: Request): Promise<unknown> {
  if (endpoint.upload) checkUpload(request, endpoint.upload)
  if (!endpoint.body) return undefined
  const sent = await readJson(request)
  return validated(endpoint.body, endpoint.fields ? normaliseBody(endpoint.fields, sent) : sent)
}

function protect(c: Context): void {
  c.header('Cache-Control', 'no-store')
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Referrer-Policy', 'same-origin')
  c.header('Cross-Origin-Resource-Policy', 'same-origin')
  c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
}

function answer(c: Context, endpoint: Endpoint, result: unknown): Response | Promise<Response> {
  if (result instanceof Response) {
    // For a file, the common headers are merged into its own.
    for (const [name, value] of result.headers) c.header(name, value)
    return c.newResponse(result.body, endpoint.success)
  }
  if (!endpoint.response) return c.body(null, endpoint.success)
  if (endpoint.tagged) return answerTagged(c, result)
  return answerJson(c, JSON.stringify(result), endpoint.success)
}

/** Registers an endpoint. Everything that its declaration requires is enforced here, before the handler runs. */
export function bind(app: Hono, endpoint: Endpoint, handler: AnyHandler, deps: Dependencies): void {
  const { db, settings, csrfKey, mail, storage, releases } = deps
  const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
  const unsafe = endpoint.method !== 'GET'

  app.on(endpoint.method, path, async (c) => {
    const note = requestNotes(c)
    note.route = endpoint.path
    const requestId = note.id
    const log = deps.log.child({ request_id: requestId })
    const device = deviceOf(c.req.header('User-Agent'))
    const context: RequestContext = { requestId, address: addressOf(c, settings), device, session: null, described: {} }
    const accepted = acceptedLocale(c.req.header('Accept-Language'))
    let locale = accepted ?? defaultLocale
    protect(c)

    async function respond(): Promise<Response> {
      if (unsafe) refuseForeignOrigin(c, settings)
      refuseOverload(db)
      const browser = browserOf(c, csrfKey, settings.secureCookies)
      const session = await identify(c, endpoint, browser, context, deps)
      note.session = session
      locale = accepted ?? session?.user.locale ?? defaultLocale
      authorise(endpoint, session, c.req.header('X-Account-Id'))
      refuseOutdated(endpoint, c.req.header('X-Contract-Version'))
      const params: Readonly<Record<string, string>> = c.req.param()
      const id = params['id'] === undefined ? undefined : pathId(params['id'])
      const query = validatedQuery(endpoint.query, c.req.url)
      const body = await bodyOf(endpoint, c.req.raw)
      requireFresh(endpoint, session, { body, query })
      const callOn = (database: Database): Call<Endpoint> => ({
        db: database,
        get session() {
          if (!session) throw new RequestError('unauthenticated')
          return session
        },
        browser,
        params,
        id,
        query,
        body,
        locale,
        mail,
        storage,
        releases,
        log,
        settings,
        request: c.req.raw,
        address: context.address,
      })
      const key = session && takesIdempotencyKey(endpoint) ? idempotencyKey(c.req.raw) : undefined
      if (key === undefined || !session) return answer(c, endpoint, await handler(callOn(db)))
      const create = { key, session, operation: `${endpoint.method} ${c.req.path}`, body, status: endpoint.success }
      return answer(c, endpoint, await once(db, create, (transaction) => handler(callOn(transaction))))
    }

    const outcome = { endpoint, url: new URL(c.req.url), context, db, events: deps.events, log }
    try {
      const response = await requestContext.run(context, respond)
      await recordDone(outcome)
      return response
    } catch (error) {
      const refused = asRequestError(error)
      if (refused) noteRefused(outcome, refused.code)
      return answerError(c, error, { locale, requestId, log })
    }
  })
}
