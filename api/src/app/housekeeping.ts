import { auditDays, openPageMinutes } from '@adsite/contract'
import { lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { settleStatuses } from '../serving/settle-changed-campaigns.ts'
import type { RootDatabase } from '../db/connect.ts'
import { tellOperators, type Incident } from '../incident/tell-operators.ts'
import { deliverMails, dropLateMails } from '../mail/mail-jobs.ts'
import { createMailService } from '../mail/mail-service.ts'
import type { MailSettings } from '../mail/mail-settings.ts'
import type { WebhookSettings } from '../mail/webhook-settings.ts'
import { databaseChecks } from '../http/database-checks.ts'
import type { Part } from './compose-parts.ts'
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

export interface HousekeepingOptions {
  readonly db: RootDatabase
  readonly mail: MailSettings
  /** Where operators are told of releases, beside mail. Default: nowhere. */
  readonly webhook?: WebhookSettings | undefined
  readonly logger: Logger
  /** Days that security events are kept. Default: the contract's `auditDays.default`. */
  readonly auditDays?: number
}

export interface Housekeeping extends Part {
  /** Tells the operators of a release, once however many processes do; answers whether it was this call. */
  tellOperators(incident: Incident): Promise<boolean>
}

/**
 * Sweeps every hour; settles statuses and sends the mails that are due every second. Several processes may do it: each
 * mail and each status is taken by one.
 */
export function startHousekeeping({ db, mail, webhook, logger, auditDays: keepEventsFor }: HousekeepingOptions): Housekeeping {
  const told = (what: string) => (error: unknown) => logger.warn({ err: error }, `${what} failed`)
  const writers = mailWriters(db, createMailService(mail, logger), webhook, logger)
  const ends = [
    every(second, () => deliverMails(db, writers, logger).catch(told('sending mails'))),
    every(hour, () => dropLateMails(db, logger).catch(told('dropping late mails'))),
    every(hour, () => sweep(db, keepEventsFor).catch(told('sweeping'))),
    every(second, () => settleStatuses(db).catch(told('settling statuses'))),
  ]
  return {
    checks: databaseChecks(db),
    tellOperators: (incident) => tellOperators(db, incident, webhook),
    async close() {
      await Promise.all(ends.map((end) => end()))
    },
  }
}
