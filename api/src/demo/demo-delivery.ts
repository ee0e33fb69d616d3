import { createHash } from 'node:crypto'
import { deliveryFigureNames, measures, pricedBy, quantityFigures, required, type DeliveryFigureName } from '@adsite/contract'
import type { ClientBase } from 'pg'
import { addAdvertisements } from '../delivery/roll-up/advertisements.ts'
import { sumsOfWholeFiles } from '../delivery/store/file-record.ts'
import { collectChanges, updateRollUps } from '../delivery/roll-up/roll-ups.ts'
import { copyInto, copyLine, type CopyValue } from '../db/copy/copy-rows.ts'
import type { DemoAd, DemoCampaign } from './trade/demo-campaigns.ts'
import { addDays, daysBetween, weekday } from './base/demo-day.ts'
import type { DemoFrame } from './media/demo-media.ts'
import type { Random } from './base/random.ts'

/** Days of delivery, up to yesterday. */
export const demoDays = 90
/** Share of its campaign's days on which an ad is served. */
const servedShare = 0.4
const linesAtOnce = 10_000

const columns = [
  'advertiser_account_id',
  'day',
  'campaign_id',
  'ad_id',
  'creative_id',
  'frame_id',
  'space_id',
  'publisher_group_id',
  'device',
  ...deliveryFigureNames,
  'delivery_file_id',
] as const

/** Sundays and paydays are strong, Mondays weak; demand grows towards the end of the year. */
function demandOn(day: string): number {
  const week = required([1.18, 0.9, 0.94, 0.98, 1.0, 1.04, 1.22][weekday(day)], 'the factor of a day of the week')
  const payday = day.endsWith('-25') ? 1.25 : 1
  const month = Number(day.slice(5, 7))
  return week * payday * (1 + 0.12 * Math.cos(((month - 12) / 12) * 2 * Math.PI))
}

interface AdTraits {
  readonly imps: number
  readonly clickRate: number
  readonly conversionRate: number
  readonly frames: readonly DemoFrame[]
}

function traits(goal: string, frames: readonly DemoFrame[], random: Random): AdTraits {
  return {
    imps: Math.exp(random.between(Math.log(1500), Math.log(30_000))),
    clickRate: random.between(0.0012, 0.006) * (goal === 'AWARENESS' ? 0.6 : 1.2),
    conversionRate: random.between(0.008, 0.05) * (goal === 'CONVERSION' ? 1.5 : 0.6),
    frames: [random.pick(frames), random.pick(frames), random.pick(frames)],
  }
}

/** What delivery costs, by what the ad was bought: a tenancy is paid for by the day, whatever is delivered. */
function grossOf({ billing, unit_price }: DemoAd, figures: Readonly<Partial<Record<DeliveryFigureName, number>>>): number {
  const bought = quantityFigures[billing]
  return bought === null ? unit_price : (required(figures[measures[bought].figure], 'what was bought') * unit_price) / pricedBy[billing]
}

/** The delivery of one ad on one day in one frame, with the defects of real files (spec/domain "Delivery files"). */
function fact(ad: DemoAd, day: string, trend: number, given: AdTraits, fileId: number, random: Random): CopyValue[] {
  const frame = random.pick(given.frames)
  // Two percent of the lines lack the slot.
  const known = random.chance(0.98) ? frame : null
  const imps = Math.max(1, Math.round(given.imps * trend * frame.weight * random.between(0.6, 1.4)))
  const clicksExpected = imps * given.clickRate * random.between(0.7, 1.3)
  const clicks = random.chance(0.0003) ? imps + random.whole(1, 5) : Math.floor(clicksExpected + random.next())
  const conversions = Math.floor(clicks * given.conversionRate * random.between(0.5, 1.5) + random.next() * 0.9)
  const measured = Math.round(imps * random.between(0.86, 0.97))
  const device = random.chance(0.72) ? 'SP' : 'PC'
  const delivered = {
    imps,
    clicks,
    cv_click: conversions,
    cv_view: Math.floor(conversions * random.between(0, 0.8)),
    requests: Math.round(imps * random.between(1.05, 1.6)),
    measured,
    viewable: Math.round(measured * random.between(0.5, 0.78)),
  }
  const gross = grossOf(ad, delivered)
  const figures: Readonly<Record<DeliveryFigureName, number>> = { ...delivered, gross, media_cost: gross * random.between(0.6, 0.7) }
  const place = [known?.id ?? null, known?.space_id ?? null, known?.publisher_group_id ?? null]
  return [
    ad.advertiser_account_id,
    day,
    ad.campaign_id,
    ad.id,
    ad.creative_id,
    ...place,
    device,
    ...deliveryFigureNames.map((name) => figures[name]),
    fileId,
  ]
}

/** Writes the facts of all ads, one delivery file per advertiser, and the roll-ups of the facts. */
export async function writeDelivery(
  client: ClientBase,
  { campaigns, ads }: { campaigns: readonly DemoCampaign[]; ads: readonly DemoAd[] },
  frames: readonly DemoFrame[],
  today: string,
  random: Random,
): Promise<void> {
  const [from, to] = [addDays(today, -demoDays), addDays(today, -1)]
  await client.query('select ensure_delivery_partitions($1::date, $2::date)', [from, to])
  const goals = new Map(campaigns.map(({ id, goal }) => [id, goal]))
  const demand = new Map(Array.from({ length: demoDays }, (_, at) => addDays(from, at)).map((day) => [day, demandOn(day)]))
  const files = await fileIds(client, [...new Set(ads.map((ad) => ad.advertiser_account_id))])
  let lines: string[] = []
  const flush = async () => {
    await copyInto(client, 'delivery_facts', columns, lines)
    lines = []
  }
  for (const ad of ads) {
    const given = traits(required(goals.get(ad.campaign_id), `the goal of campaign ${ad.campaign_id}`), frames, random)
    const first = ad.firstDay > from ? ad.firstDay : from
    const last = ad.lastDay < to ? ad.lastDay : to
    for (let at = 0; at <= daysBetween(first, last); at += 1) {
      if (!random.chance(servedShare)) continue
      const day = addDays(first, at)
      const line = copyLine(
        fact(
          ad,
          day,
          required(demand.get(day), 'the demand of a day: one is made for each'),
          given,
          required(files.get(ad.advertiser_account_id), 'the delivery file of an advertiser: one is made for each'),
          random,
        ),
      )
      // One line in five thousand is duplicated.
      lines.push(...(random.chance(0.0002) ? [line, line] : [line]))
    }
    if (lines.length >= linesAtOnce) await flush()
  }
  await flush()
  await writeSums(client, files)
}

async function fileIds(client: ClientBase, advertisers: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await client.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('delivery_files', 'id')) as id from generate_series(1, $1)`,
    [advertisers.length],
  )
  return new Map(advertisers.map((advertiser, index) => [advertiser, required(rows[index], 'a row of the answer').id]))
}

async function writeSums(client: ClientBase, files: ReadonlyMap<number, number>): Promise<void> {
  await collectChanges(client, 'delivery_facts')
  await updateRollUps(client)
  await client.query(addAdvertisements)
  // No campaign has spent more than its budget; some are close to it.
  await client.query(`update campaigns c set lifetime_budget = greatest(c.lifetime_budget, ceil(spent.gross * case when c.id % 9 = 0 then 1.05 else 1.3 end / 100000) * 100000)
    from (select advertiser_account_id, campaign_id, sum(gross) as gross from delivery_daily_campaign group by 1, 2) spent
    where c.advertiser_account_id = spent.advertiser_account_id and c.id = spent.campaign_id`)
  for (const [advertiser, id] of files) {
    await client.query(
      `insert into delivery_files (id, source, file_hash, advertiser_account_id, rows_read, rows_taken, rows_refused, rows_odd,
         imps, clicks, conversions, gross, media_cost, refused)
       overriding system value
       select $1, 'demo', $3, $2, count(*), count(*), 0, count(*) filter (where clicks > imps or cv_click > clicks or frame_id is null),
         coalesce(sum(imps), 0), coalesce(sum(clicks), 0), coalesce(sum(cv_click), 0), coalesce(sum(gross), 0), coalesce(sum(media_cost), 0), '[]'
       from delivery_facts where delivery_file_id = $1`,
      [id, advertiser, createHash('sha256').update(`demo ${advertiser}`).digest('hex')],
    )
  }
  await client.query(sumsOfWholeFiles)
}
