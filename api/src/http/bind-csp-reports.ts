import type { Context, Hono } from 'hono'
import { readJsonOf } from '../call/read-body.ts'
import { answerError } from '../error/answer-error.ts'
import { RequestError } from '../error/request-error.ts'
import { readCspReports } from '../release/read-csp-reports.ts'
import { keepViolations } from '../release/violations.ts'
import type { Dependencies } from './bind.ts'
import { acceptedLocale, addressOf, refuseForeignOrigin } from './caller.ts'
import { requestNotes } from './request-log.ts'

/** Where pages report what their policy has blocked (`report-uri`, and on https `report-to`). */
const path = '/api/csp-reports'
/** Largest body (bytes); a report has some two kilobytes. */
const largest = 128 * 1024
/** Calls per minute that are taken from one address, and by this process. */
const callsOfAddress = 60
const callsInTotal = 600

/** Counts calls within the minute; the address is forgotten with it. */
function createLimit(): (address: string) => void {
  let minute = 0
  let total = 0
  const calls = new Map<string, number>()
  return (address) => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) {
      minute = now
      total = 0
      calls.clear()
    }
    const own = calls.get(address) ?? 0
    if (own >= callsOfAddress || total >= callsInTotal) throw new RequestError('too_many_requests', { retryAfter: 60 })
    calls.set(address, own + 1)
    total += 1
  }
}

/**
 * Takes the reports of pages on their content security policy. Without a session, since the sign-in page has a policy too,
 * and without the token of forms, which browsers do not send with reports.
 */
export function bindCspReports(app: Hono, { db, settings, log }: Pick<Dependencies, 'db' | 'settings' | 'log'>): void {
  const limit = createLimit()

  async function take(c: Context): Promise<void> {
    refuseForeignOrigin(c, settings)
    limit(addressOf(c, settings))
    const body = await readJsonOf(c.req.raw, ['application/csp-report', 'application/reports+json'], largest)
    await keepViolations(db, readCspReports(body, settings.origins))
  }

  app.post(path, async (c) => {
    c.header('Cache-Control', 'no-store')
    try {
      await take(c)
      return c.body(null, 204)
    } catch (error) {
      const { id: requestId } = requestNotes(c)
      return answerError(c, error, { locale: acceptedLocale(c.req.header('Accept-Language')) ?? 'ja', requestId, log })
    }
  })
}
