import { desc, gte, inArray, sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import type { RootDatabase } from '../db/connect.ts'
import { jstToday } from '../db/jst-today.ts'
import { changedCampaigns, deliveryDaily, deliveryFiles, mailJobs, releaseIncidents } from '../db/schema.ts'
import { readRates } from '../release/beacons.ts'
import { countOpenPages } from '../release/open-pages.ts'
import { countViolations } from '../release/violations.ts'
import { readVitals } from '../release/vitals.ts'

/** Maximum number of series per metric: pages report the names of builds, so they can be invented. */
const mostSeries = 300
/** Time limit for reading the figures (milliseconds); those not read by then are absent. */
const patience = 5000

const hour = 3_600_000
const lately = () => new Date(Date.now() - hour)

interface Series<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>
  readonly value: number
}

/** A figure from the database, which is the same for every process. */
interface SiteFigure<Label extends string = string> {
  readonly help: string
  readonly labels: readonly Label[]
  /** The most important series first. */
  read(db: RootDatabase): Promise<readonly Series<Label>[]>
}

const figure = <const Label extends string>(declared: SiteFigure<Label>) => declared
const single = (value: number | null | undefined): Series<never>[] => (typeof value === 'number' ? [{ labels: {}, value }] : [])

const figures: Readonly<Record<string, SiteFigure>> = {
  adsite_open_pages: figure({
    help: 'Open pages of signed-in users by build',
    labels: ['unit', 'build'],
    read: async (db) => (await countOpenPages(db)).map(({ pages, ...labels }) => ({ labels, value: pages })),
  }),
  adsite_page_loads: figure({
    help: 'First screens of the last hour by build, worked or failed; each account counts at most ten times',
    labels: ['unit', 'build', 'outcome'],
    async read(db) {
      const rates = [...(await readRates(db, lately()))].flatMap(([unit, builds]) => builds.map((loads) => ({ unit, ...loads })))
      return rates
        .toSorted((one, other) => other.worked + other.failed - one.worked - one.failed)
        .flatMap(({ unit, build, worked, failed }) => [
          { labels: { unit, build, outcome: 'worked' }, value: worked },
          { labels: { unit, build, outcome: 'failed' }, value: failed },
        ])
    },
  }),
  adsite_web_vital_p75: figure({
    help: '75th percentile of the last hour by build, in milliseconds; CLS is a score',
    labels: ['unit', 'build', 'name'],
    async read(db) {
      const vitals = await readVitals(db, { since: lately(), trials: new Map() })
      const ranked = vitals.toSorted((one, other) => other.loads - one.loads)
      return ranked.map(({ unit, build, name, p75 }) => ({ labels: { unit, build, name }, value: p75 }))
    },
  }),
  adsite_csp_violations: figure({
    help: 'Kinds of violations of the content security policy that pages reported in the last hour',
    labels: ['unit'],
    read: async (db) => (await countViolations(db, lately())).map(({ unit, kinds }) => ({ labels: { unit }, value: kinds })),
  }),
  adsite_release_incidents: figure({
    help: 'Releases that operators were notified of in the last 24 hours, by reason',
    labels: ['unit', 'outcome'],
    async read(db) {
      const { unit, outcome, created_at } = releaseIncidents
      const told = db.select({ unit, outcome, value: sql<number>`count(*)::int` }).from(releaseIncidents)
      const rows = await told.where(gte(created_at, sql`now() - interval '24 hours'`)).groupBy(unit, outcome)
      return rows.map(({ value, ...labels }) => ({ labels, value }))
    },
  }),
  adsite_messages_waiting: figure({
    help: 'Mails and calls of the webhook that are queued, by kind',
    labels: ['kind'],
    async read(db) {
      const { kind } = mailJobs
      const rows = await db
        .select({ kind, value: sql<number>`count(*)::int` })
        .from(mailJobs)
        .groupBy(kind)
      const waiting = new Map(rows.map((row) => [row.kind, row.value]))
      return kind.enumValues.map((name) => ({ labels: { kind: name }, value: waiting.get(name) ?? 0 }))
    },
  }),
  adsite_messages_oldest_seconds: figure({
    help: 'How long the oldest queued message has waited; 0 if none waits',
    labels: [],
    async read(db) {
      const age = sql<number>`coalesce(extract(epoch from now() - min(${mailJobs.created_at})), 0)::float8`
      return single((await db.select({ age }).from(mailJobs))[0]?.age)
    },
  }),
  adsite_changed_campaigns: figure({
    help: 'Changes of campaigns that wait for their kept statuses to be settled; counted up to 10000',
    labels: [],
    async read(db) {
      const some = db.select({ id: changedCampaigns.id }).from(changedCampaigns).limit(10_000).as('some')
      return single((await db.select({ waiting: sql<number>`count(*)::int` }).from(some))[0]?.waiting)
    },
  }),
  adsite_delivery_days_behind: figure({
    help: 'Days from the newest day with delivery to today (Japan); absent while nothing was delivered',
    labels: [],
    async read(db) {
      const days = sql<number | null>`${jstToday} - max(${deliveryDaily.day})`
      return single((await db.select({ days }).from(deliveryDaily))[0]?.days)
    },
  }),
  adsite_delivery_file_age_seconds: figure({
    help: 'Time since the newest delivery file was accepted; absent before the first',
    labels: [],
    async read(db) {
      const age = sql<number>`extract(epoch from now() - ${deliveryFiles.created_at})::float8`
      const accepted = db
        .select({ age })
        .from(deliveryFiles)
        .where(inArray(deliveryFiles.status, ['TAKEN', 'PARTLY']))
      return single((await accepted.orderBy(desc(deliveryFiles.id)).limit(1))[0]?.age)
    },
  }),
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** Registers the metrics that are read from the database. Figures that cannot be read are absent. */
export function measureSite(db: RootDatabase, register: Registry): void {
  // Read one after the other, so that a scrape uses a single connection.
  let last: Promise<unknown> = Promise.resolve()
  for (const [name, { help, labels, read }] of Object.entries(figures)) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [register],
      async collect() {
        const limit = AbortSignal.timeout(patience)
        const reading = last.then(() => {
          limit.throwIfAborted()
          return read(db)
        })
        last = reading.catch(() => {})
        const series = await Promise.race([reading, aborted(limit)]).catch(() => [])
        // `reset` would set a metric without labels to 0; it has to be absent.
        if (labels.length === 0) gauge.remove()
        else gauge.reset()
        for (const { labels: of, value } of series.slice(0, mostSeries)) gauge.set(of, value)
      },
    })
  }
}
