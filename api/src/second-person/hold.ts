import { isDeepStrictEqual } from 'node:util'
import { changeRequestDays, may, roleChoices, type FourEyesArea, type Permission, type Text } from '@adsite/contract'
import { and, asc, eq, gt, inArray, isNull, lte, ne, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import { accounts, changeRequests, fourEyes } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { notify, settle } from '../notify/notify.ts'

type Values = Readonly<Record<string, unknown>>

/** A change that may need a second person. */
export interface WantedChange {
  readonly entity: string
  readonly entity_id: number | null
  /** `create`, `update`, `delete`, or the name of a state action. */
  readonly action: string
  readonly name: string
  readonly permission: Permission
  readonly before: Values
  readonly after: Values
  readonly reason?: string | undefined
  /** For a create: whether the record that another open request would create rules this one out. */
  readonly excludes?: (after: Values) => boolean
}

/** What notices of requests are about. */
const entity = 'change_request'

const waitsAlready: Text = {
  ja: 'この内容には承認待ちの変更があります。承認・却下・取り下げの後に、もう一度操作してください。',
  en: 'A change of this waits for a second person. Do it again once that has been decided or withdrawn.',
}

/** JSON as the database returns it, so that stored values can be compared. */
const asJson = (values: Values): Record<string, unknown> => JSON.parse(JSON.stringify(values))

const undecided = { LAPSED: 'change_request_lapsed', OUTDATED: 'change_request_outdated' } as const

/** Ends open requests that nobody has decided, and tells who asked: not of what they have ended themselves. */
async function endUndecided(
  db: Database,
  which: SQL | undefined,
  ending: { readonly outcome: keyof typeof undecided; readonly ended_at: SQL; readonly ended_by: number | null },
): Promise<void> {
  const ended = await db
    .update(changeRequests)
    .set(ending)
    .where(and(isNull(changeRequests.ended_at), which))
    .returning()
  for (const { id, name, entity: record, requested_in, requested_by } of ended) {
    await settle(db, entity, id)
    if (requested_by === ending.ended_by) continue
    const kind = undecided[ending.outcome]
    const notice = { kind, entity, entity_id: id, params: { name, record }, created_by: ending.ended_by } as const
    await notify(db, notice, eq(accounts.id, requested_in))
  }
}

/** Ends requests that nobody has decided in time. Several processes may run it. */
export const endLapsedRequests = (db: Database, which?: SQL): Promise<void> =>
  endUndecided(db, and(lte(changeRequests.lapses_at, sql`now()`), which), {
    outcome: 'LAPSED',
    ended_at: sql`${changeRequests.lapses_at}`,
    ended_by: null,
  })

/** Ends requests about what has changed since: a second person would agree to something else than who asked. */
export const endOutdatedRequests = (transaction: Database, { user_id, carriesOut }: Author, which: SQL | undefined): Promise<void> =>
  endUndecided(transaction, and(which, carriesOut === undefined ? undefined : ne(changeRequests.id, carriesOut)), {
    outcome: 'OUTDATED',
    ended_at: sql`now()`,
    ended_by: user_id,
  })

type Open = Pick<typeof changeRequests.$inferSelect, 'id' | 'requested_by' | 'action' | 'before' | 'after'>

/** What the open requests about a record mean for another one: whether it is among them, which it replaces, whether one is in its way. */
function amongOpen(
  open: readonly Open[],
  user_id: number,
  { action, before, after, entity_id, excludes }: Omit<WantedChange, 'name' | 'permission' | 'entity'>,
) {
  const mine = open.filter(({ requested_by }) => requested_by === user_id)
  const isSame = (row: Open) => row.action === action && isDeepStrictEqual(row.after, after) && isDeepStrictEqual(row.before, before)
  const isOutdated = (row: Open) =>
    Object.entries(row.before).some(([name, value]) => Object.hasOwn(before, name) && !isDeepStrictEqual(value, before[name]))
  const outdated = mine.filter(isOutdated).map(({ id }) => id)
  const isInTheWay = (row: Open) => !outdated.includes(row.id) && (entity_id !== null || excludes?.(row.after) === true)
  return { isKnown: mine.some(isSame), outdated, isBlocked: open.some(isInTheWay) }
}

/**
 * Stores a change for a second person to decide. The same change again is the same request; a request that the same person
 * has made of values that have changed since, and that nobody can approve any more, is replaced.
 */
export async function storeRequest(
  transaction: Database,
  author: Author & { readonly user_id: number },
  of: { readonly account_id: number; readonly area: FourEyesArea | 'setting' },
  { excludes, ...change }: WantedChange,
): Promise<void> {
  if (change.entity_id === null) {
    // No unique index keeps two of these apart.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`change_request:${change.entity}:${of.account_id}`}, 0))`)
  }
  const ofRecord = and(
    eq(changeRequests.entity, change.entity),
    change.entity_id === null ? isNull(changeRequests.entity_id) : eq(changeRequests.entity_id, change.entity_id),
    eq(changeRequests.account_id, of.account_id),
  )
  await endLapsedRequests(transaction, ofRecord)
  const [before, after] = [asJson(change.before), asJson(change.after)]
  const open = await transaction
    .select()
    .from(changeRequests)
    .where(and(ofRecord, isNull(changeRequests.ended_at)))
  const { isKnown, outdated, isBlocked } = amongOpen(open, author.user_id, { ...change, before, after, excludes })
  if (isKnown) return
  if (outdated.length > 0) await endOutdatedRequests(transaction, author, inArray(changeRequests.id, outdated))
  const made = isBlocked
    ? []
    : await transaction
        .insert(changeRequests)
        .values({
          ...change,
          ...of,
          before,
          after,
          requested_by: author.user_id,
          requested_in: author.account_id,
          lapses_at: sql`now() + make_interval(days => ${changeRequestDays})`,
        })
        .onConflictDoNothing()
        .returning({ id: changeRequests.id })
  const [{ id } = { id: null }] = made
  if (id === null) throw new RequestError('action_blocked', { message: waitsAlready })
  const notice = {
    kind: 'change_request_waiting',
    entity,
    entity_id: id,
    params: { name: change.name, record: change.entity, area: of.area },
    created_by: author.user_id,
  } as const
  // Administrators, and those in the account itself who decide about its users.
  const deciding = roleChoices.keys.filter((role) => may(role, change.permission))
  const own = of.area === 'role' ? sql`${accounts.id} = ${of.account_id}` : sql`false`
  const to = sql`(${accounts.kind} = 'admin' or ${own}) and ${inArray(accounts.kind, deciding)}`
  await notify(transaction, notice, to)
}

interface Concerned {
  readonly area: FourEyesArea
  /** The accounts, as a condition on them. */
  readonly of: SQL
  readonly amount?: string | AnyPgColumn | undefined
}

/** Over rows of `four_eyes` and `accounts`. */
const wantsSecondPerson = ({ area, of, amount }: Concerned) =>
  and(of, sql`${area} = any(${fourEyes.areas})`, amount === undefined ? undefined : sql`${amount}::numeric > ${fourEyes.order_above}`)

/** The account that wants a second person for a change; null: none does. Nobody turns the setting off meanwhile. */
export async function accountAsking(transaction: Database, concerned: Concerned): Promise<number | null> {
  const [asking] = await transaction
    .select({ account_id: fourEyes.account_id })
    .from(fourEyes)
    .innerJoin(accounts, eq(accounts.id, fourEyes.account_id))
    .where(wantsSecondPerson(concerned))
    .orderBy(asc(fourEyes.account_id))
    .limit(1)
    .for('share', { of: fourEyes })
  return asking?.account_id ?? null
}

/**
 * Puts a change aside where one of the accounts that it concerns wants a second person for it, and answers whether it did: then
 * the caller writes nothing. The one place that decides this, for whatever way a change comes in. What a second person has agreed
 * to (`Author.carriesOut`) is not asked again.
 */
export async function waitsForSecondPerson(
  transaction: Database,
  author: Author,
  concerned: Concerned,
  change: WantedChange,
): Promise<boolean> {
  const { user_id } = author
  if (user_id === null || author.carriesOut !== undefined) return false
  const account_id = await accountAsking(transaction, concerned)
  if (account_id === null) return false
  await storeRequest(transaction, { ...author, user_id }, { account_id, area: concerned.area }, change)
  return true
}

/** A change of one of many records of a table. */
export type ChangeOfMany = Pick<WantedChange, 'action' | 'before' | 'after'> & { readonly entity_id: number }

/**
 * Those of some changes that `waitsForSecondPerson` would put aside, by record, with what would stop even that. `concerned` is over the
 * rows of `table`.
 */
export async function waitingOfMany(
  db: Database,
  { user_id, carriesOut }: Author,
  entityName: string,
  table: PgTable & { readonly id: AnyPgColumn },
  concerned: Concerned,
  changes: readonly ChangeOfMany[],
): Promise<Map<number, Text | null>> {
  if (user_id === null || carriesOut !== undefined) return new Map()
  const ids = sql.param(changes.map(({ entity_id }) => entity_id))
  const { rows } = await db.execute<{ id: number; account_id: number | null }>(sql`select ${table.id} as id, (select ${fourEyes.account_id}
      from ${fourEyes} join ${accounts} on ${accounts.id} = ${fourEyes.account_id} where ${wantsSecondPerson(concerned)}
      order by ${fourEyes.account_id} limit 1) as account_id
    from ${table} where ${table.id} = any(${ids}::bigint[])`)
  const asking = new Map(rows.flatMap(({ id, account_id }) => (account_id === null ? [] : [[id, account_id] as const])))
  if (asking.size === 0) return new Map()
  const open = await db
    .select()
    .from(changeRequests)
    .where(
      and(
        eq(changeRequests.entity, entityName),
        sql`${changeRequests.entity_id} = any(${ids}::bigint[])`,
        isNull(changeRequests.ended_at),
        gt(changeRequests.lapses_at, sql`now()`),
      ),
    )
  const byRecord = Map.groupBy(open, (row) => row.entity_id)
  return new Map(
    changes.flatMap(({ entity_id, before, after, action }) => {
      const account_id = asking.get(entity_id)
      if (account_id === undefined) return []
      const ofRecord = byRecord.get(entity_id)?.filter((row) => row.account_id === account_id) ?? []
      const { isKnown, isBlocked } = amongOpen(ofRecord, user_id, { action, entity_id, before: asJson(before), after: asJson(after) })
      return [[entity_id, !isKnown && isBlocked ? waitsAlready : null]]
    }),
  )
}
