import { openPageMinutes, type EndpointBody, type releaseEndpoints } from '@adsite/contract'
import { and, desc, eq, isNotNull, notInArray, sql } from 'drizzle-orm'
import type { Database, RootDatabase } from '../db/connect.ts'
import { openPages } from '../db/schema.ts'

/** Open pages that count for one user, so that nobody can invent crowds. */
const pagesPerUser = 20
/** Builds that are told apart; names can be made up. */
const countedBuilds = 100

type OpenPage = EndpointBody<typeof releaseEndpoints.page>

/** Stores what an open page runs, or forgets it when it is closed. The page of another user is never changed. */
export async function noteOpenPage(db: Database, user_id: number, { page, shell, area, closed }: OpenPage): Promise<void> {
  const own = and(eq(openPages.page, page), eq(openPages.user_id, user_id))
  if (closed) {
    await db.delete(openPages).where(own)
    return
  }
  const row = { shell_build: shell, unit: area?.unit ?? null, build: area?.build ?? null, seen_at: sql`now()` }
  await db
    .insert(openPages)
    .values({ page, user_id, ...row })
    .onConflictDoUpdate({ target: openPages.page, set: row, setWhere: eq(openPages.user_id, user_id) })
  const newest = db
    .select({ page: openPages.page })
    .from(openPages)
    .where(eq(openPages.user_id, user_id))
    .orderBy(desc(openPages.seen_at))
    .limit(pagesPerUser)
  await db.delete(openPages).where(and(eq(openPages.user_id, user_id), notInArray(openPages.page, newest)))
}

/** Counts the open pages by the build that they run, of the shell and of each remote; most first. */
export async function countOpenPages(db: RootDatabase | Database): Promise<{ unit: string; build: string; pages: number }[]> {
  const isOpen = sql`${openPages.seen_at} > now() - make_interval(mins => ${2 * openPageMinutes})`
  const shells = db
    .select({ unit: sql<string>`'shell'`.as('unit'), build: openPages.shell_build })
    .from(openPages)
    .where(isOpen)
  const remotes = db
    .select({ unit: sql<string>`${openPages.unit}`.as('unit'), build: sql<string>`${openPages.build}`.as('build') })
    .from(openPages)
    .where(and(isOpen, isNotNull(openPages.unit)))
  const all = shells.unionAll(remotes).as('running')
  const pages = sql<number>`count(*)::int`
  return db
    .select({ unit: all.unit, build: all.build, pages })
    .from(all)
    .groupBy(all.unit, all.build)
    .orderBy(desc(pages), all.unit, all.build)
    .limit(countedBuilds)
}
