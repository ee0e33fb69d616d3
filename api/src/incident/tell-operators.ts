import type { Locale, ReleaseEvidence, Text } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { RootDatabase } from '../db/connect.ts'
import { mailJobs, releaseIncidents, users } from '../db/schema.ts'
import { administrators } from '../notification/events.ts'
import { mailedMembers } from '../notify/notice-recipients.ts'
import { notify } from '../notify/notify.ts'
import { incidentText } from '../notification/incident-text.ts'
import type { WebhookSettings } from '../mail/webhook-settings.ts'

type Stored = typeof releaseIncidents.$inferSelect

/** A release that operators have to know of: it was rolled back, needs a decision, or is served from the log. */
export type Incident = Omit<Stored, 'id' | 'created_at'>

const percent = (rate: number) => `${Math.round(rate * 100)}%`

function figuresOf({ tried, against }: ReleaseEvidence): Record<string, string> {
  return {
    rate: percent(tried.rate),
    failed: String(tried.failed),
    loads: String(tried.loads),
    against: against.build,
    against_rate: percent(against.rate),
  }
}

/** The kind of the notification of an incident with its parameters, which are the same in every language. */
function noticeOf({ unit, build, outcome, details }: Incident) {
  const { target, comparison } = details
  const params = { unit, build, ...(target !== null && { target }), ...(comparison && figuresOf(comparison)) }
  return { kind: `release_${outcome}`, params } as const
}

/** What happened, in both languages. */
export function textsOf(incident: Incident): Text {
  const { kind, params } = noticeOf(incident)
  const text = (locale: Locale) => incidentText(kind, params, locale) ?? ''
  return { ja: text('ja'), en: text('en') }
}

/**
 * Tells all administrators on the site, and by mail those who want it, and calls the webhook if there is one. What was told of
 * already, by any process, is not told again. Notices and jobs are stored in one transaction with the incident, or nothing is.
 * @returns whether this call has told
 */
export function tellOperators(db: RootDatabase, incident: Incident, webhook: WebhookSettings | undefined): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const [made] = await transaction.insert(releaseIncidents).values(incident).onConflictDoNothing().returning({ id: releaseIncidents.id })
    if (!made) return false
    const notice = { ...noticeOf(incident), entity: null, entity_id: null, created_by: null }
    await notify(transaction, notice, administrators())
    const { rows: mailed } = await transaction.execute<{ recipient: string }>(
      sql`select distinct ${users.email} as recipient from ${mailedMembers(administrators(), 'release')} order by 1`,
    )
    const jobs = [
      ...mailed.map(({ recipient }) => ({ kind: 'release_incident' as const, recipient })),
      ...(webhook ? [{ kind: 'release_webhook' as const, recipient: webhook.url.origin }] : []),
    ]
    if (jobs.length > 0) await transaction.insert(mailJobs).values(jobs.map((job) => ({ ...job, incident_id: made.id })))
    return true
  })
}

/** The incident that a queued message tells of; deleting it deletes its messages too. */
export async function readIncident(db: RootDatabase, id: number | null): Promise<Stored> {
  const [incident] = await db
    .select()
    .from(releaseIncidents)
    .where(sql`${releaseIncidents.id} = ${id}`)
  if (!incident) throw new Error('The incident of a message is gone')
  return incident
}
