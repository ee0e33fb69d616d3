import { required, viewListLimit, type EndpointQuery, type EndpointResponse, type Endpoints } from '@adsite/contract'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { information, informationConfirmations } from '../db/schema.ts'
import { publishedInformationScope } from '../db/scope.ts'
import type { Session } from '../call/handler.ts'
import { RequestError } from '../error/request-error.ts'
import { positionText, readPage, type Order } from '../resource/read/keyset.ts'
import { readUserNames } from '../resource/read/names.ts'
import { attachmentsOf } from './attachments.ts'

type ViewList = Endpoints['information']['viewList']
type ViewedItem = EndpointResponse<ViewList>['data'][number]

const { id, type, title, is_important, publish_from, created_by, created_at, updated_by, updated_at } = information
const newest: Order = { sort: '-publish_from', expression: publish_from, kind: 'datetime', nullable: false, id }

/** Published announcements for the caller, joined with this user's confirmations in this account. */
function viewed(db: Database, session: Session, ...conditions: (SQL | undefined)[]) {
  const { account_id, user_id, information_id, confirmed_at } = informationConfirmations
  return db
    .select({
      id,
      type,
      title,
      is_important,
      publish_from,
      body: information.body,
      confirmed_at,
      position: positionText(newest),
      created_by,
      created_at,
      updated_by,
      updated_at,
    })
    .from(information)
    .leftJoin(informationConfirmations, and(eq(information_id, id), eq(account_id, session.account_id), eq(user_id, session.user.id)))
    .where(and(publishedInformationScope(session), isNull(information.deleted_at), ...conditions))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof viewed>>[number]

const itemsOf = async (db: Database, rows: readonly Row[]): Promise<ViewedItem[]> => {
  const person = await readUserNames(
    db,
    rows.flatMap((row) => [row.created_by, row.updated_by]),
  )
  return rows.map((row) => itemOf(row, person))
}

const itemOf = (row: Row, person: (id: unknown) => string | null): ViewedItem => ({
  id: row.id,
  type: row.type,
  title: row.title,
  is_important: row.is_important,
  publish_from: row.publish_from.toISOString(),
  confirmed: row.confirmed_at !== null,
  created_by: person(row.created_by),
  created_at: row.created_at.toISOString(),
  updated_by: person(row.updated_by),
  updated_at: row.updated_at?.toISOString() ?? null,
  // Deleted announcements are not listed.
  deleted_by: null,
  deleted_at: null,
})

export async function viewList(db: Database, session: Session, query: EndpointQuery<ViewList>): Promise<EndpointResponse<ViewList>> {
  const { after, before } = query
  const narrowed = [
    query.type && eq(type, query.type),
    query.is_important === 'true' ? eq(is_important, true) : undefined,
    query.remove_confirmed === 'true' ? isNull(informationConfirmations.confirmed_at) : undefined,
  ]
  const { rows, next, previous } = await readPage<Row>(
    newest,
    { after, before, limit: Number(query.limit ?? viewListLimit) },
    (row) => ({ value: row.position, id: row.id }),
    (page) =>
      viewed(db, session, ...narrowed, page.from)
        .orderBy(...page.orderBy)
        .limit(page.limit),
  )
  return { data: await itemsOf(db, rows), page: { next, previous } }
}

export async function viewOne(db: Database, session: Session, wanted: number): Promise<EndpointResponse<Endpoints['information']['view']>> {
  const [row] = await viewed(db, session, eq(id, wanted))
  if (!row) throw new RequestError('not_found')
  const [item] = await itemsOf(db, [row])
  return { data: { ...required(item, 'item'), body: row.body, attachments: await attachmentsOf(db, wanted) } }
}

/** Marks as read; the first time is kept. */
export async function confirmInformation(db: Database, session: Session, wanted: number): Promise<void> {
  const [row] = await viewed(db, session, eq(id, wanted))
  if (!row) throw new RequestError('not_found')
  await db
    .insert(informationConfirmations)
    .values({ account_id: session.account_id, user_id: session.user.id, information_id: wanted })
    .onConflictDoNothing()
}
