import { message, savedViewLimit, required, keysOf } from '@adsite/contract'
import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { brokenUnique } from '../db/database-error.ts'
import { memberships, savedViewDefaults, savedViews, users } from '../db/schema.ts'
import { savedViewScope } from '../db/scope.ts'
import type { Handlers, Session } from '../call/handler.ts'
import { RequestError } from '../error/request-error.ts'
import { checkedState, listParametersOf, readableState } from './list-state.ts'

const refusal = (field: string, text: string) => new RequestError('validation_failed', { errors: { [field]: [text] } })

function duplicateName(error: unknown): never {
  throw brokenUnique(error) === 'saved_views_name' ? refusal('name', message('duplicate')) : error
}

/** The view, if the caller may see it. */
const seen = (db: Database, session: Session, id: number, also?: SQL) =>
  db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.id, id), savedViewScope(session, session.user.id), also))

/** Whether a view is the caller's: their own, or a shared one whose author has left the account. */
const isOwn = ({ user }: Session) => sql<boolean>`(${savedViews.user_id} = ${user.id} or not exists (select from ${memberships}
  where ${memberships.user_id} = ${savedViews.user_id} and ${memberships.account_id} = ${savedViews.account_id}))`

/** Finds a view that the caller may change, and locks it: of two who take one over at once, the later one finds that it has an owner. */
async function findOwn(transaction: Database, session: Session, id: number) {
  const [found] = await seen(transaction, session, id, isOwn(session)).for('update')
  if (!found) throw new RequestError('not_found')
  return found
}

const keyOf = ({ account_id, id }: { account_id: number; id: number }) => and(eq(savedViews.account_id, account_id), eq(savedViews.id, id))

interface Owner {
  readonly account_id: number
  readonly user_id: number
  readonly resource: string
}

/** Refuses a user one more view of a list than the limit. Serialised, so that views that come at once are counted one after the other. */
async function refuseMoreThanLimit(transaction: Database, { account_id, user_id, resource }: Owner): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`saved_view:${account_id}:${user_id}`}, 0))`)
  const own = and(eq(savedViews.account_id, account_id), eq(savedViews.user_id, user_id), eq(savedViews.resource, resource))
  if ((await transaction.$count(savedViews, own)) >= savedViewLimit) throw refusal('name', message('views_many', savedViewLimit))
}

export const savedViewHandlers: Handlers['saved_view'] = {
  async list({ db, session, query: { resource } }) {
    const parameters = listParametersOf(resource, session)
    const { account_id, user } = session
    const { user_id, view_id } = savedViewDefaults
    const rows = await db
      .select({ view: savedViews, author: users.name, default_id: view_id, own: isOwn(session) })
      .from(savedViews)
      .leftJoin(users, eq(users.id, savedViews.user_id))
      .leftJoin(
        savedViewDefaults,
        and(
          eq(savedViewDefaults.account_id, account_id),
          eq(user_id, user.id),
          eq(savedViewDefaults.resource, resource),
          eq(view_id, savedViews.id),
        ),
      )
      .where(and(eq(savedViews.resource, resource), savedViewScope(session, user.id)))
      .orderBy(asc(savedViews.name), asc(savedViews.id))
    const data = rows.map(({ view, author, default_id, own }) => ({
      id: view.id,
      resource,
      name: view.name,
      query: readableState(parameters, view.query),
      shared: view.shared,
      is_default: default_id !== null,
      own,
      created_by: author,
    }))
    return { data }
  },

  async create({ db, session, body: { resource, name, query, shared = false } }) {
    const state = checkedState(listParametersOf(resource, session), query)
    const owner = { account_id: session.account_id, user_id: session.user.id, resource }
    return db
      .transaction(async (transaction) => {
        await refuseMoreThanLimit(transaction, owner)
        const values = { ...owner, name, query: state, shared }
        const [created] = await transaction.insert(savedViews).values(values).returning({ id: savedViews.id })
        return { data: { id: required(created, 'created').id } }
      })
      .catch(duplicateName)
  },

  async update({ db, session, id, body: { name, query, shared } }) {
    const user_id = session.user.id
    await db
      .transaction(async (transaction) => {
        const found = await findOwn(transaction, session, id)
        const state = query === undefined ? found.query : checkedState(listParametersOf(found.resource, session), query)
        // Whoever changes the view of somebody who has left takes it over, so that it is not lost when it is shared no longer.
        if (found.user_id !== user_id) await refuseMoreThanLimit(transaction, { ...found, user_id })
        const values = { user_id, name: name ?? found.name, query: state, shared: shared ?? found.shared }
        await transaction
          .update(savedViews)
          .set({ ...values, updated_at: sql`now()` })
          .where(keyOf(found))
      })
      .catch(duplicateName)
  },

  async delete({ db, session, id }) {
    await db.transaction(async (transaction) => {
      const found = await findOwn(transaction, session, id)
      const { account_id, view_id } = savedViewDefaults
      await transaction.delete(savedViewDefaults).where(and(eq(account_id, found.account_id), eq(view_id, found.id)))
      await transaction.delete(savedViews).where(keyOf(found))
    })
  },

  async set_default({ db, session, id, body: { is_default } }) {
    const [found] = await seen(db, session, id)
    if (!found) throw new RequestError('not_found')
    const { account_id, resource } = found
    const key = { account_id, user_id: session.user.id, resource }
    if (is_default) {
      await db
        .insert(savedViewDefaults)
        .values({ ...key, view_id: id })
        .onConflictDoUpdate({
          target: [savedViewDefaults.account_id, savedViewDefaults.user_id, savedViewDefaults.resource],
          set: { view_id: id },
        })
      return
    }
    const chosen = { ...key, view_id: id }
    const conditions = keysOf(chosen).map((column) => eq(savedViewDefaults[column], chosen[column]))
    await db.delete(savedViewDefaults).where(and(...conditions))
  },
}
