import { keysOf } from '@adsite/contract'
import { and, asc, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { withoutValues } from '../db/database-error.ts'
import type { Database, RootDatabase } from '../db/connect.ts'
import { mailJobs } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'

type MailJob = typeof mailJobs.$inferSelect
export type MailKind = MailJob['kind']
/** What became of a message; a failed one is tried again. */
export type MessageOutcome = 'sent' | 'failed' | 'given_up'
export type MessagesSeen = (kind: MailKind, outcome: MessageOutcome, messages: number) => void
/** Composes the message and hands it to the mail server or the webhook; rejects if it was not accepted. */
export type MailWriter = (job: Pick<MailJob, 'recipient' | 'incident_id'>) => Promise<void>

/**
 * Queues a mail in the caller's transaction. It is retried until accepted, whatever happens to the process. Its
 * content is composed on sending, so that no link is stored in the database.
 */
export async function queueMail(db: Database, kind: MailKind, recipient: string): Promise<void> {
  await db.insert(mailJobs).values({ kind, recipient })
}

const parallel = 4
/**
 * Seconds to the next attempt, after which another process may take over the mails of one that died. A mail
 * server has ten seconds to answer.
 */
const nextTry = sql`clock_timestamp() + make_interval(secs => least(900, 30 * power(2, ${mailJobs.attempts})))`

/** Takes the mail that has waited longest; concurrent takers get others. */
async function take(db: Database): Promise<MailJob | undefined> {
  const due = db
    .select({ id: mailJobs.id })
    .from(mailJobs)
    .where(lte(mailJobs.due_at, sql`clock_timestamp()`))
    .orderBy(asc(mailJobs.due_at), asc(mailJobs.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [job] = await db
    .update(mailJobs)
    .set({ attempts: sql`${mailJobs.attempts} + 1`, due_at: nextTry })
    .where(eq(mailJobs.id, sql`(${due})`))
    .returning()
  return job
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

  async function work(): Promise<void> {
    for (let job = await take(db); job; job = await take(db)) {
      const { id, kind, attempts } = job
      try {
        if (!accepted.has(id)) {
          await writers[kind](job)
          accepted.add(id)
          seen(kind, 'sent', 1)
        }
        await forgetAccepted()
      } catch (error) {
        // `send` has logged the cause; this logs the consequence.
        const cause = error instanceof RequestError ? {} : { err: withoutValues(error) }
        const wasSent = accepted.has(id)
        if (!wasSent) seen(kind, 'failed', 1)
        const consequence = wasSent ? 'a message was sent, and is taken off the queue later' : 'a message is tried again later'
        log.warn({ ...cause, mail_id: id, kind, attempts }, consequence)
      }
    }
  }
  return async () => {
    await forgetAccepted()
    await Promise.all(Array.from({ length: parallel }, work))
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
