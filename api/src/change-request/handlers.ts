import { may, required, roleOfCode, type ChangeRequestOutcome, type Endpoint, type Text } from '@adsite/contract'
import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { describeEvent } from '../audit/record-event.ts'
import { authorOf } from '../call/author.ts'
import type { Call, Handlers, Session } from '../call/handler.ts'
import { requirePermission } from '../call/may-call.ts'
import type { Database } from '../db/connect.ts'
import { accounts, changeRequests, memberships, users } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { notify, settle } from '../notify/notify.ts'
import { readUserNames } from '../resource/read/names.ts'
import { requestName } from '../resource/mapping/request-name.ts'
import { mappingOf } from '../resource/mapping/resource-mapping.ts'
import { isWaiting, visibleTo, withinReach } from '../second-person/waiting.ts'
import { carryOut } from './carry-out.ts'

type Request = typeof changeRequests.$inferSelect

const listLimit = 100
const own: Text = {
  ja: '自分が申請した変更は承認できません。ほかの担当者が承認してください。',
  en: 'You have asked for this yourself. Someone else has to approve it.',
}
const notTheirs: Text = {
  ja: '申請した人に、この変更を行う権限がなくなっているため、承認できません。却下してください。',
  en: 'Whoever asked for this may no longer do it, so it cannot be approved. Reject it.',
}

/**
 * Locks the record that a request is about. Whoever changes the record locks it before they end its requests; an approval
 * that took the request first would wait for them, and they for it.
 */
async function lockRecord(transaction: Database, id: number): Promise<void> {
  const [found] = await transaction
    .select({ entity: changeRequests.entity, record: changeRequests.entity_id })
    .from(changeRequests)
    .where(eq(changeRequests.id, id))
  const table = found && mappingOf(found.entity)?.table
  if (table && found.record !== null) await transaction.select({ id: table.id }).from(table).where(eq(table.id, found.record)).for('update')
}

/** A request that waits, locked. */
async function waitingRequest(transaction: Database, session: Session, id: number): Promise<Request> {
  const [found] = await transaction
    .select()
    .from(changeRequests)
    .where(and(eq(changeRequests.id, id), visibleTo(session)))
    .for('update')
  if (!found) throw new RequestError('not_found')
  requirePermission(session, found.permission)
  if (found.ended_at !== null || found.lapses_at.getTime() <= Date.now()) throw new RequestError('state_not_allowed')
  return found
}

/** Who asked has to be able to do it themselves still: a second person agrees, and does not stand in for a first one. */
async function checkRequester(db: Database, { requested_by, requested_in, permission }: Request): Promise<void> {
  const [found] = await db
    .select({ role: memberships.role })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.user_id), eq(users.status, 'ACTIVE'), isNull(users.deleted_at)))
    .where(and(eq(memberships.user_id, requested_by), eq(memberships.account_id, requested_in)))
  if (!found || !may(roleOfCode(found.role), permission)) throw new RequestError('action_blocked', { message: notTheirs })
}

async function end(transaction: Database, request: Request, outcome: ChangeRequestOutcome, by: number, decision: string): Promise<void> {
  const { id, name, entity, requested_in } = request
  await transaction
    .update(changeRequests)
    .set({ outcome, ended_at: sql`now()`, ended_by: by, decision })
    .where(eq(changeRequests.id, id))
  await settle(transaction, 'change_request', id)
  if (outcome === 'WITHDRAWN') return
  const kind = outcome === 'APPROVED' ? 'change_request_approved' : 'change_request_rejected'
  const notice = {
    kind,
    entity: 'change_request',
    entity_id: id,
    params: { name, record: entity, reason: decision },
    created_by: by,
  } as const
  await notify(transaction, notice, eq(accounts.id, requested_in))
}

function describe(what: string, { id, entity, entity_id, action, account_id }: Request): void {
  describeEvent({ target: `account ${account_id}`, detail: `${what} request ${id}: ${action} ${entity} ${entity_id ?? ''}`.trim() })
}

type Deciding = Pick<Call<Endpoint>, 'db' | 'session' | 'request' | 'mail' | 'address'> & { readonly id: number }

export const changeRequestHandlers: Handlers['change_request'] = {
  async list({ db, session, locale, query: { state, entity, entity_id, after } }) {
    const found = await db
      .select({ request: changeRequests, account: accounts.name })
      .from(changeRequests)
      .innerJoin(accounts, eq(accounts.id, changeRequests.account_id))
      .where(
        and(
          withinReach(session),
          state === 'waiting' ? isWaiting : isNotNull(changeRequests.ended_at),
          entity === undefined ? undefined : eq(changeRequests.entity, entity),
          entity_id === undefined ? undefined : eq(changeRequests.entity_id, Number(entity_id)),
          after === undefined ? undefined : lt(changeRequests.id, Number(after)),
        ),
      )
      .orderBy(desc(changeRequests.id))
      .limit(listLimit + 1)
    const rows = found.slice(0, listLimit)
    const person = await readUserNames(
      db,
      rows.flatMap(({ request: { requested_by, ended_by } }) => [requested_by, ended_by]),
    )
    return {
      data: rows.map(({ request, account }) => ({
        id: request.id,
        area: request.area,
        account: { id: request.account_id, name: account },
        entity: request.entity,
        entity_id: request.entity_id,
        action: request.action,
        name: requestName(request, locale),
        before: request.before,
        after: request.after,
        reason: request.reason,
        requested_by: person(request.requested_by) ?? '',
        own: request.requested_by === session.user.id,
        requested_at: request.requested_at.toISOString(),
        lapses_at: request.lapses_at.toISOString(),
        outcome: request.outcome,
        decided_by: person(request.ended_by),
        decided_at: request.ended_at?.toISOString() ?? null,
        decision: request.decision,
      })),
      page: { next: found.length > listLimit ? String(required(rows.at(-1), 'the last of rows').request.id) : null },
    }
  },

  async explain({ db, session, id, body }) {
    await db.transaction(async (transaction) => {
      const request = await waitingRequest(transaction, session, id)
      if (request.requested_by !== session.user.id) throw new RequestError('forbidden')
      await transaction.update(changeRequests).set({ reason: body.reason }).where(eq(changeRequests.id, id))
    })
  },

  async approve(call) {
    const { db, session, id, body } = call
    await db.transaction(async (transaction) => {
      await lockRecord(transaction, id)
      const request = await waitingRequest(transaction, session, id)
      describe('approved', request)
      if (request.requested_by === session.user.id) throw new RequestError('action_blocked', { message: own })
      await checkRequester(transaction, request)
      const deciding: Deciding = { ...call, db: transaction }
      await carryOut(deciding, { ...authorOf(call), carriesOut: id }, request)
      await end(transaction, request, 'APPROVED', session.user.id, body.reason)
    })
  },

  async reject({ db, session, id, body }) {
    await db.transaction(async (transaction) => {
      const request = await waitingRequest(transaction, session, id)
      const isOwn = request.requested_by === session.user.id
      describe(isOwn ? 'withdrew' : 'rejected', request)
      await end(transaction, request, isOwn ? 'WITHDRAWN' : 'REJECTED', session.user.id, body.reason)
    })
  },
}
