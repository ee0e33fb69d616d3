import { backChannelPath } from '@adsite/contract'
import type { Context, Hono } from 'hono'
import { pathId } from '../call/path-id.ts'
import { checkUpload, readBytes } from '../call/read-body.ts'
import type { RequestContext } from '../call/request-context.ts'
import { answerError } from '../error/answer-error.ts'
import { refuseThrottled, settleAttempt } from '../session/throttle.ts'
import { endSessions, targetOf } from '../single-sign-on/back-channel.ts'
import { LogoutRefusal, readLogoutToken } from '../single-sign-on/logout-token.ts'
import { findActive, isKnown } from '../single-sign-on/provider.ts'
import type { Dependencies } from './bind.ts'
import { acceptedLocale, addressOf, refuseForeignOrigin } from './caller.ts'
import { requestNotes } from './request-log.ts'

/** Largest body (bytes); a logout token has about one kilobyte. */
const largest = 32 * 1024

/** The token of the form; null unless there is exactly one. */
async function tokenOf(request: Request): Promise<string | null> {
  checkUpload(request, ['application/x-www-form-urlencoded'])
  const form = new URLSearchParams(new TextDecoder().decode(await readBytes(request, largest)))
  const [token = '', ...others] = form.getAll('logout_token')
  return token === '' || others.length > 0 ? null : token
}

/**
 * Takes the word of a provider that somebody has signed out there (OpenID Connect Back-Channel Logout 1.0). Without a session
 * and a token against forgery, since it is the provider's server that calls; its signature says who it is.
 */
export function bindBackChannel(app: Hono, { db, settings, log, events }: Pick<Dependencies, 'db' | 'settings' | 'log' | 'events'>): void {
  async function take(c: Context, id: number, context: RequestContext): Promise<void> {
    refuseForeignOrigin(c, settings)
    const attempt = { kind: 'sso', subject: `logout ${id}`, address: context.address } as const
    const provider = await findActive(db, id)
    // A signature is soon checked, so that those who send bad tokens, from the address of a provider that has many clients, do not
    // hold its good ones back. What would ask the provider first has to wait.
    if (!provider || !isKnown(provider, settings)) await refuseThrottled(db, attempt)
    const token = await tokenOf(c.req.raw)
    try {
      if (token === null || !provider) throw new LogoutRefusal('malformed')
      await endSessions(db, provider, await readLogoutToken(db, provider, settings, token), context)
    } catch (error) {
      if (error instanceof LogoutRefusal) await settleAttempt(db, attempt, false)
      throw error
    }
  }

  app.post(backChannelPath(':id'), async (c) => {
    c.header('Cache-Control', 'no-store')
    const { id: requestId } = requestNotes(c)
    const context = { requestId, address: addressOf(c, settings), device: null, session: null, described: {} }
    try {
      await take(c, pathId(c.req.param('id') ?? ''), context)
      return c.body(null, 200)
    } catch (error) {
      if (!(error instanceof LogoutRefusal))
        return answerError(c, error, { locale: acceptedLocale(c.req.header('Accept-Language')) ?? 'ja', requestId, log })
      const target = targetOf(pathId(c.req.param('id') ?? ''))
      events.note({ kind: 'session_end', outcome: 'REFUSED', target, detail: `logout token: ${error.fault}` }, context)
      // The form that the specification wants (2.8), for the log of the provider.
      return c.json({ error: 'invalid_request', error_description: error.fault }, 400)
    }
  })
}
