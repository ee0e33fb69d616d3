import { webhookLimits, type WebhookFault } from '@adsite/contract'
import { and, asc, eq, getTableColumns, gte, lte, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Webhook } from 'standardwebhooks'
import type { Database, RootDatabase } from '../db/connect.ts'
import { withoutValues } from '../db/database-error.ts'
import { accounts, webhookDeliveries, webhooks } from '../db/schema.ts'
import { workOff } from '../db/work-off.ts'
import { notify } from '../notify/notify.ts'
import { postSigned } from './post-signed.ts'
import { checkedLookup, isRefusedHost, RefusedAddress, type Reach, type Resolve } from './public-address.ts'
import { sealAnew, signersOf } from './secrets.ts'

/** A webhook with its turn; while it `overlaps`, its former secret signs too. */
type StoredWebhook = typeof webhooks.$inferSelect & { readonly overlaps: boolean }
type StoredDelivery = typeof webhookDeliveries.$inferSelect

/** Time for an answer (milliseconds). */
const patience = 10_000
/** Messages that a process sends to one webhook before others have their turn. */
const atOnce = 10
/** Webhooks that are called at the same time. */
const parallel = 4
/** After it, another process may take over the webhook of one that died (seconds). */
const turnLasts = (atOnce * patience) / 1000 + 30
/** Seconds to the next attempt, by the number of attempts that have failed. */
const pauses = [60, 300, 1800, 7200] as const
const longestPause = pauses[3]
/** The receiver wants no more of it. */
const gone = 410

/** How webhooks are called. */
export interface Calling {
  /** Keys that open their secrets (factor/seal.ts). */
  readonly keys: readonly string[]
  readonly reach: Reach
  readonly resolve?: Resolve | undefined
}

interface Attempt {
  readonly status: number | null
  readonly fault: WebhookFault | null
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

function faultOf(error: unknown): WebhookFault {
  if (error instanceof RefusedAddress) return 'refused_address'
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout'
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unresolved'
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/u.test(code) ? 'tls' : 'connection'
}

async function attemptTo(address: string, signers: readonly Webhook[], { id, body }: StoredDelivery, calling: Calling): Promise<Attempt> {
  const { reach, resolve } = calling
  const url = new URL(address)
  if (isRefusedHost(url, reach)) return { status: null, fault: 'refused_address' }
  const way = { signers, patience, lookup: checkedLookup(reach, resolve) }
  try {
    return { status: await postSigned(url, { id: `msg_${id}`, body }, way), fault: null }
  } catch (error) {
    return { status: null, fault: faultOf(error) }
  }
}

/** Takes the webhook whose turn was longest ago, of those with messages that are due; concurrent takers get others. */
async function takeWebhook(db: Database): Promise<StoredWebhook | undefined> {
  const due = sql`exists (select from ${webhookDeliveries} as waiting
    where waiting.webhook_id = ${webhooks.id} and waiting.status = 'WAITING' and waiting.due_at <= clock_timestamp())`
  const free = sql`coalesce(${webhooks.busy_until}, '-infinity') <= clock_timestamp()`
  const next = db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.status, 'ACTIVE'), free, due))
    .orderBy(sql`${webhooks.busy_until} nulls first`, asc(webhooks.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [taken] = await db
    .update(webhooks)
    .set({ busy_until: sql`clock_timestamp() + make_interval(secs => ${turnLasts})` })
    .where(eq(webhooks.id, sql`(${next})`))
    .returning({ ...getTableColumns(webhooks), overlaps: sql<boolean>`coalesce(${webhooks.former_until} > clock_timestamp(), false)` })
  return taken
}

/** Turns a webhook off and tells its account, once. */
async function turnOff(transaction: Database, { id, name, account_id }: StoredWebhook, reason: 'failing' | 'gone'): Promise<void> {
  const [off] = await transaction
    .update(webhooks)
    .set({ status: 'OFF', off_reason: reason })
    .where(and(eq(webhooks.id, id), eq(webhooks.status, 'ACTIVE')))
    .returning({ id: webhooks.id })
  if (!off) return
  const notice = { kind: `webhook_${reason}`, entity: null, entity_id: null, params: { name }, created_by: null } as const
  await notify(transaction, notice, eq(accounts.id, account_id))
}

/** Whether the webhook has taken another message since this one was made: then only this one is at fault. */
async function tookAnother(transaction: Database, { webhook_id, created_at }: StoredDelivery): Promise<boolean> {
  const since = and(eq(webhookDeliveries.webhook_id, webhook_id), eq(webhookDeliveries.status, 'DELIVERED'))
  const [found] = await transaction
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(since, gte(webhookDeliveries.last_at, created_at)))
    .limit(1)
  return found !== undefined
}

/** Records what became of an attempt; answers whether the webhook may be called again now. */
function settle(db: RootDatabase, webhook: StoredWebhook, delivery: StoredDelivery, { status, fault }: Attempt): Promise<boolean> {
  const { id } = delivery
  const attempts = delivery.attempts + 1
  const done = status !== null && status >= 200 && status < 300
  const over = status === gone || attempts >= webhookLimits.attempts
  const pause = pauses[attempts - 1] ?? longestPause
  return db.transaction(async (transaction) => {
    // Whoever deletes the webhook locks it before its messages. Taken the other way round, each would wait for the other.
    const [known] = await transaction.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, webhook.id)).for('no key update')
    if (!known) return false
    await transaction
      .update(webhookDeliveries)
      .set({
        attempts,
        status: done ? 'DELIVERED' : over ? 'FAILED' : 'WAITING',
        last_at: sql`clock_timestamp()`,
        last_status: status,
        last_fault: fault,
        due_at: sql`clock_timestamp() + make_interval(secs => ${pause})`,
      })
      .where(eq(webhookDeliveries.id, id))
    if (done) return true
    if (status === gone) await turnOff(transaction, webhook, 'gone')
    else if (over && !(await tookAnother(transaction, delivery))) await turnOff(transaction, webhook, 'failing')
    // One that fails is left alone for a while, instead of costing every message that waits an attempt.
    const waiting = and(eq(webhookDeliveries.webhook_id, webhook.id), eq(webhookDeliveries.status, 'WAITING'))
    await transaction
      .update(webhookDeliveries)
      .set({ due_at: sql`greatest(${webhookDeliveries.due_at}, clock_timestamp() + make_interval(secs => ${pauses[0]}))` })
      .where(waiting)
    return false
  })
}

async function serve(db: RootDatabase, webhook: StoredWebhook, calling: Calling, log: Logger): Promise<void> {
  const signers = signersOf(webhook, calling.keys)
  await sealAnew(db, webhook, calling.keys)
  const due = await db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhook_id, webhook.id),
        eq(webhookDeliveries.status, 'WAITING'),
        lte(webhookDeliveries.due_at, sql`clock_timestamp()`),
      ),
    )
    .orderBy(asc(webhookDeliveries.id))
    .limit(atOnce)
  for (const delivery of due) {
    const attempt = await attemptTo(webhook.url, signers, delivery, calling)
    // The log gets neither the address, whose path is often a secret, nor the message.
    if (attempt.fault !== null) log.info({ webhook_id: webhook.id, delivery_id: delivery.id, ...attempt }, 'a webhook was not reached')
    if (!(await settle(db, webhook, delivery, attempt))) return
  }
}

/** Returns what calls every webhook that has messages which are due, a few at a time; it is called again and again. */
export function webhookCalls(db: RootDatabase, calling: Calling, log: Logger): () => Promise<void> {
  async function handle(webhook: StoredWebhook): Promise<void> {
    try {
      await serve(db, webhook, calling, log)
      await db
        .update(webhooks)
        .set({ busy_until: sql`clock_timestamp()` })
        .where(eq(webhooks.id, webhook.id))
    } catch (error) {
      log.warn({ err: withoutValues(error), webhook_id: webhook.id }, 'a webhook is called again later')
    }
  }
  return () => workOff(() => takeWebhook(db), parallel, handle)
}
