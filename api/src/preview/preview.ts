import { may, previewHours, type PreviewBuilds } from '@adsite/contract'
import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import { describeEvent } from '../audit/record-event.ts'
import type { Handlers, Session } from '../call/handler.ts'
import type { PreviewLink } from '../call/releases.ts'
import { previewingSession } from '../call/page-session.ts'
import type { Database } from '../db/connect.ts'
import { previews } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'

/** A preview as reported to a page: for whom, until when (ISO 8601), and how long from now on (milliseconds). */
export interface RunningPreview {
  readonly builds: PreviewBuilds
  readonly account_id: number
  readonly until: string
  /** The page goes by this, because its clock may be wrong. */
  readonly left: number
}

/**
 * Returns what the session previews; null unless its time is not over and its user may preview now. `cookies` is the
 * request's header, `secure` selects the cookie names.
 */
export async function readPreview(db: Database, cookies: string, secure: boolean): Promise<RunningPreview | null> {
  const previewing = await previewingSession(db, cookies, secure)
  if (!previewing) return null
  const { key, session } = previewing
  const left = sql<number>`ceil(extract(epoch from ${previews.until} - now()) * 1000)::int`
  const [row] = await db
    .select({ ...getTableColumns(previews), left })
    .from(previews)
    .where(and(eq(previews.session_hash, key), gt(previews.until, sql`now()`)))
  if (!row || !(row.invited || may(session.role, 'release.manage'))) return null
  return { builds: row.builds, until: row.until.toISOString(), left: row.left, account_id: session.account_id }
}

const isInvited = ({ accounts }: PreviewLink, { account_id }: Session) => accounts.includes(account_id)

/** Whoever may not open a link learns nothing of what it has. */
function refuseOthers(link: PreviewLink, session: Session): void {
  if (!may(session.role, 'release.manage') && !isInvited(link, session)) throw new RequestError('forbidden')
}

export const previewHandlers: Handlers['preview'] = {
  async get({ releases, session, query }) {
    const link = await releases.readPreviewLink(query.token)
    refuseOthers(link, session)
    return { data: { builds: await releases.checkPreview(link.builds), until: link.until } }
  },

  async start({ db, releases, session, body, browser }) {
    describeEvent({ target: 'release preview', detail: 'builds' in body ? JSON.stringify(body.builds) : 'a link' })
    if ('builds' in body && !may(session.role, 'release.manage')) throw new RequestError('forbidden')
    const link = 'token' in body ? await releases.readPreviewLink(body.token) : null
    if (link) refuseOthers(link, session)
    const builds = link ? link.builds : 'builds' in body ? body.builds : {}
    describeEvent({ target: 'release preview', detail: JSON.stringify(builds) })
    await releases.checkPreview(builds)
    const until = link ? new Date(link.until) : sql`now() + make_interval(hours => ${previewHours})`
    const values = { builds, until, invited: link !== null && isInvited(link, session) }
    await db
      .insert(previews)
      .values({ session_hash: browser.sessionKey(), ...values })
      .onConflictDoUpdate({ target: previews.session_hash, set: values })
    browser.markPreviewing(true)
  },

  async end({ db, browser }) {
    await db.delete(previews).where(eq(previews.session_hash, browser.sessionKey()))
    browser.markPreviewing(false)
  },
}
