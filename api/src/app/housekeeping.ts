import { auditDays, openPageMinutes, webhookLimits } from '@adsite/contract'
import { lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { pacedCampaigns } from '../pace/paced-records.ts'
import { mergePlanSums, planSums } from '../pace/plan-sums.ts'
import { pacedAds } from '../serving/paced-ads.ts'
import { settleChangedCampaigns } from '../serving/settle-changed-campaigns.ts'
import { statusesBackfill } from '../serving/statuses-backfill.ts'
import { absolute, idle } from '../call/session.ts'
import type { RootDatabase } from '../db/connect.ts'
import { challengeMinutes } from '../factor/challenge.ts'
import { carryOutDueResets } from '../factor/reset.ts'
import { runBackfills } from '../db/upgrade/backfills.ts'
import { searchedNames } from '../db/upgrade/searched-names.ts'
import { tellOperators, type Incident } from '../incident/tell-operators.ts'
import { dropLateMails, mailDelivery } from '../mail/mail-jobs.ts'
import { createMailService } from '../mail/mail-service.ts'
import type { MailSettings } from '../mail/mail-settings.ts'
import type { WebhookSettings } from '../mail/webhook-settings.ts'
import { duePrices } from '../delivery/roll-up/due-prices.ts'
import { frameSums } from '../delivery/roll-up/frame-sums.ts'
import { duePeriods } from '../delivery/roll-up/period-sums.ts'
import { databaseChecks } from '../http/database-checks.ts'
import type { WorkMetrics } from '../metrics/measure-work.ts'
import { endLapsedRequests } from '../second-person/hold.ts'
import { webhookCalls } from '../webhook/call-webhooks.ts'
import { sealedSecrets } from '../webhook/secrets.ts'
import type { Reach } from '../webhook/public-address.ts'
import { lookAgain, textsFrom } from '../single-sign-on/domains.ts'
import { endOldViewings } from '../session/end-viewing.ts'
import type { Part } from './compose-parts.ts'
import { mailWriters } from './mail-writers.ts'
import { repeat, type Repeated } from './repeat.ts'
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
  usedChallenges,
  viewings,
  webhookDeliveries,
  webhooks,
} from '../db/schema.ts'

/** Seconds. */
const hour = 3600

/** Deletes expired rows: sessions, links, failures, responses after a day, beacons, web vitals and violations after a week, security events and views after their retention. */
export async function sweep(db: RootDatabase, keepEventsFor: number = auditDays.default): Promise<void> {
  await db.delete(sessions).where(or(lt(sessions.last_seen_at, idle), lt(sessions.created_at, absolute)))
  await db.delete(loginFailures).where(lt(loginFailures.at, sql`now() - interval '1 hour'`))
  await db.delete(passwordResets).where(lt(passwordResets.created_at, sql`now() - interval '24 hours'`))
  await db.delete(usedChallenges).where(lt(usedChallenges.used_at, sql`now() - make_interval(mins => ${challengeMinutes})`))
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, sql`now() - interval '24 hours'`))
  await db.delete(securityEvents).where(lt(securityEvents.at, sql`now() - make_interval(days => ${keepEventsFor})`))
  await db.delete(viewings).where(lt(viewings.ended_at, sql`now() - make_interval(days => ${keepEventsFor})`))
  await db.delete(openPages).where(lt(openPages.seen_at, sql`now() - make_interval(mins => ${2 * openPageMinutes})`))
  await db.delete(releaseBeacons).where(lt(releaseBeacons.minute, sql`now() - interval '7 days'`))
  await db.delete(releaseVitals).where(lt(releaseVitals.minute, sql`now() - interval '7 days'`))
  await db.delete(releaseViolations).where(lt(releaseViolations.last_at, sql`now() - interval '7 days'`))
  await db.delete(releaseFailures).where(lt(releaseFailures.seen_at, sql`now() - interval '7 days'`))
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.created_at, sql`now() - make_interval(days => ${webhookLimits.days})`))
  await db
    .update(webhooks)
    .set({ former_secret: null, former_until: null })
    .where(lt(webhooks.former_until, sql`now()`))
  await db.delete(releaseIncidents).where(lt(releaseIncidents.created_at, sql`now() - interval '30 days'`))
}

export interface HousekeepingOptions {
  readonly db: RootDatabase
  readonly mail: MailSettings
  /** Where operators are notified of releases, besides mail. Default: nowhere. */
  readonly webhook?: WebhookSettings | undefined
  /** Where webhooks of users may lead (`ApiSettings.webhookReach`). */
  readonly webhookReach?: Reach | undefined
  /** Keys that open the secrets of webhooks (`ApiSettings.factorKeys`). */
  readonly factorKeys: readonly string[]
  /** Name servers that are asked for proofs of domains (`ApiSettings.dnsServers`). */
  readonly dnsServers?: readonly string[] | undefined
  readonly logger: Logger
  readonly seen: WorkMetrics
  /** Seconds between two looks for mails, and for calls of webhooks, that are due. Default: 1. */
  readonly messageSeconds?: number | undefined
  /** Days that security events are kept. Default: the contract's `auditDays.default`. */
  readonly auditDays?: number
}

export interface Housekeeping extends Part {
  /** Notifies the operators of a release once, however many processes call this; returns whether this call did. */
  tellOperators(incident: Incident): Promise<boolean>
}

/**
 * Deletes expired rows every hour, and ends views that have run out every minute. Every second, it settles statuses, recomputes stored values after an upgrade or a change of revenue shares, and sends mails
 * that are due. Several processes may run this; each mail and each status is handled by one of them.
 */
export function startHousekeeping(options: HousekeepingOptions): Housekeeping {
  const {
    db,
    mail,
    webhook,
    webhookReach = 'public',
    factorKeys,
    dnsServers,
    logger,
    seen,
    auditDays: keepEventsFor,
    messageSeconds = 1,
  } = options
  const writers = mailWriters(db, createMailService(mail, logger), webhook, logger)
  // Without a key nothing is sealed; with the first one, the pass begins.
  const backfills = [
    statusesBackfill,
    searchedNames,
    frameSums,
    planSums([pacedCampaigns, pacedAds]),
    ...(factorKeys.length > 0 ? [sealedSecrets(factorKeys)] : []),
  ]
  const deliverMails = mailDelivery(db, writers, logger, seen.handled)
  const work: readonly Repeated[] = [
    { name: 'sending mails', seconds: messageSeconds, run: deliverMails },
    { name: 'calling webhooks', seconds: messageSeconds, run: webhookCalls(db, { reach: webhookReach, keys: factorKeys }, logger) },
    { name: 'dropping late mails', seconds: hour, run: () => dropLateMails(db, logger, seen.handled) },
    { name: 'sweeping', seconds: hour, run: () => sweep(db, keepEventsFor) },
    { name: 'resetting lost factors', seconds: 60, run: () => carryOutDueResets(db) },
    { name: 'ending late requests', seconds: 60, run: () => db.transaction((transaction) => endLapsedRequests(transaction)) },
    { name: 'proving domains', seconds: 300, run: () => lookAgain(db, textsFrom(dnsServers)) },
    { name: 'merging sums of plans', seconds: 60, run: () => mergePlanSums(db) },
    { name: 'ending views', seconds: 60, run: () => endOldViewings(db) },
    { name: 'settling statuses', seconds: 1, run: () => settleChangedCampaigns(db) },
    {
      name: 'making stored values anew',
      seconds: 1,
      run: async () => runBackfills(db, [...backfills, ...(await duePrices(db)), ...(await duePeriods(db))], (line) => logger.info(line)),
    },
  ]
  const ends = work.map((each) => repeat(each, logger, seen))
  return {
    checks: databaseChecks(db),
    tellOperators: (incident) => tellOperators(db, incident, webhook),
    async close() {
      await Promise.all(ends.map((end) => end()))
    },
  }
}
