import { keysOf, paceAlarm, paceBounds, type Pace, type EndpointResponse, type dashboardEndpoints } from '@adsite/contract'
import { and, desc, eq, gt, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { jstToday } from '../db/jst-today.ts'
import { campaignPaces, campaigns } from '../db/schema.ts'
import { campaignScope, type Caller } from '../db/scope.ts'

type Paces = EndpointResponse<typeof dashboardEndpoints.pace>['data']

const { state, runs_out_on, gap } = campaignPaces
const runsOut = lte(runs_out_on, jstToday)
const lasts = or(isNull(runs_out_on), gt(runs_out_on, jstToday))

/** `paceAlarm` as SQL conditions that indexes serve; every known pace meets exactly one. */
const said: Readonly<Record<keyof Paces['counts'], SQL | undefined>> = {
  spent_today: runsOut,
  behind: and(eq(state, 'behind'), lasts),
  ahead: and(eq(state, 'ahead'), lasts),
  on_pace: and(eq(state, 'on_pace'), lasts),
}
const widest = sql`abs(${gap})`

/**
 * Compares the campaigns in the caller's scope that are being delivered with their plans. Paused campaigns are left out, because
 * their users know that they spend nothing.
 */
export async function pacesOf(db: Database, caller: Caller): Promise<Paces> {
  const ofCampaign = and(
    eq(campaigns.advertiser_account_id, campaignPaces.advertiser_account_id),
    eq(campaigns.id, campaignPaces.campaign_id),
  )
  const delivered = and(eq(campaigns.serving_status, 'SERVING'), isNull(campaigns.deleted_at), campaignScope(caller))
  const columns = {
    campaign_id: campaigns.id,
    name: campaigns.name,
    end_at: campaigns.end_at,
    budget: sql<string>`trim_scale(${campaigns.lifetime_budget})::text`,
    spent: sql<string>`trim_scale(${campaignPaces.spent})::text`,
    planned: sql<number>`${campaignPaces.planned}`,
    gap: sql<number>`${gap}`,
    ratio: sql<number>`${campaignPaces.ratio}`,
    state: sql<Pace['state']>`${state}`,
    daily_to_spend: campaignPaces.daily_to_spend,
    runs_out_on,
    today: sql<string>`${jstToday}::text`,
  }
  const first = (which: SQL | undefined) =>
    db
      .select(columns)
      .from(campaignPaces)
      .innerJoin(campaigns, ofCampaign)
      .where(and(which, delivered))
      .orderBy(desc(widest), campaigns.id)
      .limit(paceBounds.entries)
  async function count(which: SQL | undefined): Promise<number> {
    const some = db
      .select({ id: campaigns.id })
      .from(campaignPaces)
      .innerJoin(campaigns, ofCampaign)
      .where(and(which, delivered))
      .limit(paceBounds.counted)
    return db.$count(some.as('some'))
  }
  const any = db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(isNull(campaigns.deleted_at), campaignScope(caller)))
    .limit(1)
  const [registered, runningOut, off, ...counted] = await Promise.all([
    any,
    first(runsOut),
    first(and(ne(state, 'on_pace'), lasts)),
    ...keysOf(said).map(async (name) => [name, await count(said[name])] as const),
  ])
  return {
    registered: registered.length > 0,
    counts: { spent_today: 0, behind: 0, ahead: 0, on_pace: 0, ...Object.fromEntries(counted) },
    campaigns: [...runningOut, ...off].slice(0, paceBounds.entries).flatMap(({ runs_out_on: day, today, end_at, ...row }) => {
      const alarm = paceAlarm({ state: row.state, runs_out_on: day }, today)
      return alarm === null ? [] : [{ ...row, alarm, end_at: end_at.toISOString() }]
    }),
  }
}
