import { developmentHours, isLoopbackOrigin, may, type Development } from '@adsite/contract'
import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { developments } from '../db/schema.ts'
import type { Handlers } from '../call/handler.ts'
import { developingSession } from '../call/page-session.ts'

/** A development build as reported to a page: for whom, until when (ISO 8601), and how long from now on (milliseconds). */
export interface RunningDevelopment extends Development {
  readonly account_id: number
  readonly until: string
  /** The page goes by this, because its clock may be wrong. */
  readonly left: number
}

/**
 * Returns what the session runs from a development server; null unless the user is an administrator now and the
 * time is not over. `cookies` is the request's header, `secure` selects the cookie names.
 */
export async function readDevelopment(db: Database, cookies: string, secure: boolean): Promise<RunningDevelopment | null> {
  const developing = await developingSession(db, cookies, secure)
  if (!developing || !may(developing.session.role, 'development.use')) return null
  const left = sql<number>`ceil(extract(epoch from ${developments.until} - now()) * 1000)::int`
  const [row] = await db
    .select({ ...getTableColumns(developments), left })
    .from(developments)
    .where(and(eq(developments.session_hash, developing.key), gt(developments.until, sql`now()`)))
  if (!row || !isLoopbackOrigin(row.origin)) return null
  const { area, origin, until } = row
  return { area, origin, until: until.toISOString(), left: row.left, account_id: developing.session.account_id }
}

export const developmentHandlers: Handlers['development'] = {
  async start({ db, body, browser }) {
    const values = { ...body, until: sql`now() + make_interval(hours => ${developmentHours})` }
    await db
      .insert(developments)
      .values({ session_hash: browser.sessionKey(), ...values })
      .onConflictDoUpdate({ target: developments.session_hash, set: values })
    browser.markDeveloping(true)
  },

  async end({ db, browser }) {
    await db.delete(developments).where(eq(developments.session_hash, browser.sessionKey()))
    browser.markDeveloping(false)
  },
}
