import { keysOf, required, webhookLimits, webhookTopics, webhookTopicsOf, type Text, type WebhookTopic } from '@adsite/contract'
import { and, count, desc, eq, sql } from 'drizzle-orm'
import { describeEvent } from '../audit/record-event.ts'
import type { Handlers, Session } from '../call/handler.ts'
import type { ApiSettings } from '../call/settings.ts'
import type { Database } from '../db/connect.ts'
import { users, webhookDeliveries, webhooks } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { isRefusedHost } from './public-address.ts'
import { newSecret, storedForm } from './secrets.ts'

const notPublic: Text = {
  ja: 'インターネットから到達できるアドレスを入力してください。社内のアドレスやIPアドレスの範囲は使えません。',
  en: 'Enter an address on the internet. Private addresses are not called.',
}
const withUser: Text = {
  ja: 'ユーザー名やパスワードを含まないURLを入力してください。',
  en: 'Enter a URL without a user name or password.',
}
const notTold: Text = {
  ja: 'このアカウントには通知されない項目です。ほかの項目を選んでください。',
  en: 'This account is never told of this topic. Choose another one.',
}
const tooMany: Text = {
  ja: `Webhookは${webhookLimits.webhooks}件まで登録できます。使っていないものを削除してください`,
  en: `An account can have ${webhookLimits.webhooks} webhooks. Delete one that is not used.`,
}
const isOff: Text = { ja: 'Webhookは停止中です。再開してから実行してください', en: 'The webhook is off. Turn it on first.' }

/** Refuses addresses that would never be called. Names are checked when they are called, since they may change. */
function checkedUrl(address: string, { webhookReach = 'public' }: ApiSettings): string {
  const url = new URL(address)
  const refuse = (text: Text) => new RequestError('validation_failed', { errors: { url: [text] } })
  if (url.username !== '' || url.password !== '') throw refuse(withUser)
  if (isRefusedHost(url, webhookReach)) throw refuse(notPublic)
  return url.href
}

/** Each topic once. Refuses those of which accounts of the role are never told, which would wait for nothing. */
function checkedTopics(topics: readonly WebhookTopic[], { role }: Session): WebhookTopic[] {
  const told = new Set(webhookTopicsOf(role).map(({ key }) => key))
  const refused = topics.flatMap((topic, index) => (told.has(topic) ? [] : [[`topics.${index}`, [notTold]] as const]))
  if (refused.length > 0) throw new RequestError('validation_failed', { errors: Object.fromEntries(refused) })
  return [...new Set(topics)]
}

/** A webhook of the account in use, locked where it is changed. Throws `not_found`. */
async function findOwn(db: Database, session: Session, id: number, lock = false) {
  const query = db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.account_id, session.account_id)))
  const [found] = await (lock ? query.for('update') : query)
  if (!found) throw new RequestError('not_found')
  return found
}

type Stored = typeof webhooks.$inferSelect
type Described = Pick<Stored, 'name' | 'url' | 'topics' | 'status'>

/** What the audit tells of a change: what is other than before, and of an address its origin, since its path is often a secret. */
function inWords(before: Described, changes: Partial<Described>): string {
  const after = { ...before, ...changes }
  const values = ({ name, topics, status }: Described) => ({ name, topics: topics.toSorted().join(' '), status })
  const [former, next] = [values(before), values(after)]
  const [from, to] = [new URL(before.url).origin, new URL(after.url).origin]
  const parts = keysOf(former).flatMap((field) => (former[field] === next[field] ? [] : [`${field}: ${former[field]} → ${next[field]}`]))
  if (before.url !== after.url) parts.push(from === to ? `url: another path of ${to}` : `url: ${from} → ${to}`)
  return parts.length === 0 ? 'nothing' : parts.join(', ')
}

export const webhookHandlers: Handlers['webhook'] = {
  async list({ db, session }) {
    const rows = await db
      .select({ webhook: webhooks, author: users.name })
      .from(webhooks)
      .leftJoin(users, eq(users.id, webhooks.created_by))
      .where(eq(webhooks.account_id, session.account_id))
      .orderBy(desc(webhooks.id))
    return {
      data: rows.map(({ webhook: { id, name, url, topics, status, off_reason, created_at, former_until }, author }) => ({
        id,
        name,
        url,
        topics: webhookTopics.keys.filter((topic) => topics.includes(topic)),
        active: status === 'ACTIVE',
        off_reason,
        former_until: former_until && former_until.getTime() > Date.now() ? former_until.toISOString() : null,
        created_by: author,
        created_at: created_at.toISOString(),
      })),
    }
  },

  async create({ db, session, settings, body }) {
    const url = checkedUrl(body.url, settings)
    const { account_id } = session
    const secret = newSecret()
    const stored = await storedForm(db, settings.factorKeys, account_id, secret)
    const values = {
      account_id,
      name: body.name,
      url,
      secret: stored,
      topics: checkedTopics(body.topics, session),
      created_by: session.user.id,
    }
    return db.transaction(async (transaction) => {
      // Serialised, so that concurrent creates are counted one after the other.
      await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhook:${account_id}`}, 0))`)
      const [having] = await transaction.select({ count: count() }).from(webhooks).where(eq(webhooks.account_id, account_id))
      if ((having?.count ?? 0) >= webhookLimits.webhooks) throw new RequestError('state_not_allowed', { message: tooMany })
      const [made] = await transaction.insert(webhooks).values(values).returning({ id: webhooks.id })
      const { id } = required(made, 'the new webhook')
      describeEvent({ target: `webhook ${id}`, detail: `created ${values.name} ${new URL(url).origin}: ${values.topics.join(' ')}` })
      return { data: { id, secret } }
    })
  },

  async update({ db, session, settings, id, body: { name, url, topics, active } }) {
    await db.transaction(async (transaction) => {
      const found = await findOwn(transaction, session, id, true)
      const changes = {
        ...(name !== undefined && { name }),
        ...(url !== undefined && { url: checkedUrl(url, settings) }),
        ...(topics && { topics: checkedTopics(topics, session) }),
        ...(active === true && { status: 'ACTIVE' as const, off_reason: null }),
        ...(active === false && found.status === 'ACTIVE' && { status: 'OFF' as const, off_reason: 'user' as const }),
      }
      describeEvent({ target: `webhook ${id}`, detail: `changed ${inWords(found, changes)}` })
      if (Object.keys(changes).length > 0) await transaction.update(webhooks).set(changes).where(eq(webhooks.id, id))
    })
  },

  async renewSecret({ db, session, settings, id, body: { overlap_hours } }) {
    const { account_id } = await findOwn(db, session, id)
    const secret = newSecret()
    const stored = await storedForm(db, settings.factorKeys, account_id, secret)
    const overlap =
      overlap_hours > 0
        ? { former_secret: sql`${webhooks.secret}`, former_until: sql`clock_timestamp() + make_interval(hours => ${overlap_hours})` }
        : { former_secret: null, former_until: null }
    const [renewed] = await db
      .update(webhooks)
      .set({ secret: stored, ...overlap })
      .where(eq(webhooks.id, id))
      .returning({ former_until: webhooks.former_until })
    // Deleted meanwhile.
    if (!renewed) throw new RequestError('not_found')
    describeEvent({ target: `webhook ${id}`, detail: `renewed the secret; the former one signs for ${overlap_hours} hours` })
    return { data: { secret, former_until: renewed.former_until?.toISOString() ?? null } }
  },

  async delete({ db, session, id }) {
    await db.transaction(async (transaction) => {
      const { name, url } = await findOwn(transaction, session, id, true)
      describeEvent({ target: `webhook ${id}`, detail: `deleted ${name} ${new URL(url).origin}` })
      await transaction.delete(webhooks).where(eq(webhooks.id, id))
    })
  },

  async test({ db, session, id }) {
    await db.transaction(async (transaction) => {
      const { status, account_id } = await findOwn(transaction, session, id, true)
      if (status === 'OFF') throw new RequestError('state_not_allowed', { message: isOff })
      const body = JSON.stringify({ type: 'test', timestamp: new Date().toISOString(), data: { account_id } })
      await transaction.insert(webhookDeliveries).values({ webhook_id: id, type: 'test', body })
    })
  },

  async deliveries({ db, session, id }) {
    await findOwn(db, session, id)
    const rows = await db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.webhook_id, id))
      .orderBy(desc(webhookDeliveries.id))
      .limit(webhookLimits.deliveries)
    return {
      data: rows.map(({ id: delivery, type, body, status, attempts, last_status, last_fault, due_at, last_at, created_at }) => ({
        id: delivery,
        type,
        body,
        status,
        attempts,
        last_status,
        last_fault,
        due_at: status === 'WAITING' ? due_at.toISOString() : null,
        last_at: last_at?.toISOString() ?? null,
        created_at: created_at.toISOString(),
      })),
    }
  },

  async replay({ db, session, id, params }) {
    const { status } = await findOwn(db, session, id)
    if (status === 'OFF') throw new RequestError('state_not_allowed', { message: isOff })
    const wanted = /^[1-9]\d{0,14}$/u.test(params.delivery_id) ? Number(params.delivery_id) : 0
    const [again] = await db
      .update(webhookDeliveries)
      .set({ status: 'WAITING', attempts: 0, due_at: sql`clock_timestamp()` })
      .where(and(eq(webhookDeliveries.id, wanted), eq(webhookDeliveries.webhook_id, id)))
      .returning({ id: webhookDeliveries.id })
    if (!again) throw new RequestError('not_found')
  },
}
