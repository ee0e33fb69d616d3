import { auditDays, openPageMinutes } from '@adsite/contract'
import { lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { settleStatuses } from '../serving/settle-changed-campaigns.ts'
import type { RootDatabase } from '../db/connect.ts'
import type { ApiSettings } from '../call/settings.ts'
import { deliverMails, dropLateMails } from '../mail/mail-jobs.ts'
import type { MailService } from '../mail/mail-service.ts'
import { mailWriters } from './mail-writers.ts'
import {
  idempotencyKeys,
  loginFailures,
  openPages,
  passwordResets,
  releaseBeacons,
  releaseFailures,
  releaseViolations,
  releaseVitals,
  releaseIncidents,
  securityEvents,
  sessions,
} from '../db/schema.ts'

const hour = 60 * 60 * 1000
const second = 1000

/** Deletes what no longer counts: dead sessions and links, old failures, answers kept for a day, beacons, web vitals and violations of a week ago, events of security past their days. */
export async function sweep(db: RootDatabase, keepEventsFor: number = auditDays.default): Promise<void> {
  await db
    .delete(sessions)
    .where(or(lt(sessions.last_seen_at, sql`now() - interval '120 minutes'`), lt(sessions.created_at, sql`now() - interval '12 hours'`)))
  await db.delete(loginFailures).where(lt(loginFailures.at, sql`now() - interval '1 hour'`))
  await db.delete(passwordResets).where(lt(passwordResets.created_at, sql`now() - interval '24 hours'`))
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, sql`now() - interval '24 hours'`))
  await db.delete(securityEvents).where(lt(securityEvents.at, sql`now() - make_interval(days => ${keepEventsFor})`))
  await db.delete(openPages).where(lt(openPages.seen_at, sql`now() - make_interval(mins => ${2 * openPageMinutes})`))
  await db.delete(releaseBeacons).where(lt(releaseBeacons.minute, sql`now() - interval '7 days'`))
  await db.delete(releaseVitals).where(lt(releaseVitals.minute, sql`now() - interval '7 days'`))
  await db.delete(releaseViolations).where(lt(releaseViolations.last_at, sql`now() - interval '7 days'`))
  await db.delete(releaseFailures).where(lt(releaseFailures.seen_at, sql`now() - interval '7 days'`))
  await db.delete(releaseIncidents).where(lt(releaseIncidents.created_at, sql`now() - interval '30 days'`))
}

/** Repeats `work` with `period` milliseconds between runs; returns a function that stops after the current run. */
function every(period: number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= work().finally(() => {
      running = undefined
    })
  }, period)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Sweeps every hour; settles statuses and sends the mails that are due every second; answers the function that ends it. */
export function startHousekeeping(
  db: RootDatabase,
  mail: MailService,
  { webhook, auditDays: keepEventsFor }: ApiSettings,
  log: Logger,
): () => Promise<void> {
  const told = (what: string) => (error: unknown) => log.warn({ err: error }, `${what} failed`)
  const writers = mailWriters(db, mail, webhook, log)
  const ends = [
    every(second, () => deliverMails(db, writers, log).catch(told('sending mails'))),
    every(hour, () => dropLateMails(db, log).catch(told('dropping late mails'))),
    every(hour, () => sweep(db, keepEventsFor).catch(told('sweeping'))),
    every(second, () => settleStatuses(db).catch(told('settling statuses'))),
  ]
  return async () => {
    await Promise.all(ends.map((end) => end()))
  }
}
