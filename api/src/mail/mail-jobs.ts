import { keysOf } from '@adsite/contract'
import { and, asc, eq, inArray, lt, lte, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import { withoutValues } from '../db/database-error.ts'
import type { Database, RootDatabase } from '../db/connect.ts'
import { mailJobs } from '../db/schema.ts'
import { workOff } from '../db/work-off.ts'
import { RequestError } from '../error/request-error.ts'

type MailJob = typeof mailJobs.$inferSelect
export type MailKind = MailJob['kind']
/** What became of a message; a failed one is tried again. */
export type MessageOutcome = 'sent' | 'failed' | 'given_up'
export type MessagesSeen = (kind: MailKind, outcome: MessageOutcome, messages: number) => void
/** One message: a job, or all notices that wait for the same recipient. */
interface Message extends Pick<MailJob, 'kind' | 'recipient' | 'incident_id' | 'attempts'> {
  readonly ids: readonly number[]
  readonly notification_ids: readonly number[]
}
/** Composes the message and hands it to the mail server or the webhook; rejects if it was not accepted. */
export type MailWriter = (message: Pick<Message, 'recipient' | 'incident_id' | 'notification_ids'>) => Promise<void>

/**
 * Queues a mail in the caller's transaction. It is retried until accepted, whatever happens to the process. Its
 * content is composed on sending, so that no link is stored in the database.
 */
export async function queueMail(db: Database, kind: MailKind, recipient: string): Promise<void> {
  await db.insert(mailJobs).values({ kind, recipient })
}

const parallel = 4
/**
 * Time of the next attempt, after which another process may take over the mails of one that died. A mail
 * server has ten seconds to answer. It is one time for all notices of a message, which stay together.
 */
const nextTry = sql`now() + make_interval(secs => least(900, 30 * power(2, ${mailJobs.attempts})))`

/** Takes the message that has waited longest; concurrent takers get others. */
async function take(db: Database): Promise<Message | undefined> {
  const { id, kind, recipient, due_at, attempts } = mailJobs
  // Only the earliest notice of a reader is taken, with the others: two takers that lock them one by one would share them out.
  const earlier = alias(mailJobs, 'earlier')
  const isEarlier = and(
    eq(earlier.kind, 'notice'),
    eq(earlier.recipient, recipient),
    sql`(${earlier.due_at}, ${earlier.id}) < (${due_at}, ${id})`,
  )
  const isEarliest = notExists(
    db
      .select({ id: earlier.id })
      .from(earlier)
      .where(and(eq(kind, 'notice'), isEarlier)),
  )
  const first = db.$with('first').as(
    db
      .select({ id, kind, recipient })
      .from(mailJobs)
      .where(and(lte(due_at, sql`clock_timestamp()`), isEarliest))
      .orderBy(asc(due_at), asc(id))
      .limit(1)
      .for('update', { skipLocked: true }),
  )
  // Mails of an attempt that is running or was refused are left until they are due. A taker that waited for their lock checks this anew.
  const isFree = or(eq(attempts, 0), lte(due_at, sql`clock_timestamp()`))
  const sameReader = and(eq(first.kind, 'notice'), eq(kind, 'notice'), eq(recipient, first.recipient), isFree)
  const together = db.$with('together').as(
    db
      .select({ id })
      .from(mailJobs)
      .innerJoin(first, or(eq(id, first.id), sameReader))
      .for('update', { of: mailJobs, skipLocked: true }),
  )
  const jobs = await db
    .with(first, together)
    .update(mailJobs)
    .set({ attempts: sql`${attempts} + 1`, due_at: nextTry })
    .where(inArray(id, db.select({ id: together.id }).from(together)))
    .returning()
  const [job] = jobs
  if (!job) return undefined
  const notification_ids = jobs.flatMap(({ notification_id }) => notification_id ?? [])
  return { ...job, ids: jobs.map((each) => each.id), notification_ids }
}

/** Returns what sends every due mail, a few at a time; it is called again and again, one after the other. */
export function mailDelivery(
  db: RootDatabase,
  writers: Readonly<Record<MailKind, MailWriter>>,
  log: Logger,
  seen: MessagesSeen,
): () => Promise<void> {
  /** Accepted, but still in the database, which could not be reached: they are not sent again. */
  const accepted = new Set<number>()
  async function forgetAccepted(): Promise<void> {
    const ids = [...accepted]
    if (ids.length === 0) return
    await db.delete(mailJobs).where(inArray(mailJobs.id, ids))
    for (const id of ids) accepted.delete(id)
  }

  async function handle(job: Message): Promise<void> {
    const { ids, kind, attempts } = job
    const open = () => ids.some((id) => !accepted.has(id))
    try {
      if (open()) {
        await writers[kind](job)
        for (const id of ids) accepted.add(id)
        seen(kind, 'sent', 1)
      }
      await forgetAccepted()
    } catch (error) {
      // `send` has logged the cause; this logs the consequence.
      const cause = error instanceof RequestError ? {} : { err: withoutValues(error) }
      const wasSent = !open()
      if (!wasSent) seen(kind, 'failed', 1)
      const consequence = wasSent ? 'a message was sent, and is taken off the queue later' : 'a message is tried again later'
      log.warn({ ...cause, mail_ids: ids, kind, attempts }, consequence)
    }
  }
  return async () => {
    await forgetAccepted()
    await workOff(() => take(db), parallel, handle)
  }
}

/** Hours after which a message is useless to its reader. */
const tooLate: Readonly<Record<MailKind, number>> = {
  password_reset: 1,
  password_changed: 72,
  factor_added: 72,
  factor_removed: 72,
  recovery_code_used: 72,
  factor_reset_asked: 72,
  factor_reset_done: 72,
  release_incident: 24,
  release_webhook: 24,
  notice: 72,
}

/** Drops messages that are too late, and logs it. */
export async function dropLateMails(db: RootDatabase, log: Logger, seen: MessagesSeen): Promise<void> {
  for (const kind of keysOf(tooLate)) {
    const late = lt(mailJobs.created_at, sql`now() - make_interval(hours => ${tooLate[kind]})`)
    const dropped = await db
      .delete(mailJobs)
      .where(and(eq(mailJobs.kind, kind), late))
      .returning({ id: mailJobs.id })
    if (dropped.length === 0) continue
    seen(kind, 'given_up', dropped.length)
    log.error({ kind, messages: dropped.length }, 'messages were not taken in time: given up')
  }
}
