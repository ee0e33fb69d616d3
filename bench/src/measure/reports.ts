import type { BenchContext } from '../base/bench.ts'
import { openBenchDatabase } from '../base/database.ts'
import type { Figure } from '../base/figure.ts'
import { inTurns } from '../base/in-turns.ts'
import { openSession, withSite } from '../base/site.ts'

const dayLength = 86_400_000
const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10)

/** Periods of a run: 'any' starts and ends in the middle of months, differently each time. */
const periods = {
  '30 days': (last: string) => ({ from: addDays(last, -29), to: last }),
  '90 days': (last: string) => ({ from: addDays(last, -89), to: last }),
  '13 months': (last: string) => ({ from: addDays(last, -395), to: last }),
  any: (last: string, run: number) => {
    const from = addDays(last, -395 + ((run * 37) % 300))
    const to = addDays(from, 20 + ((run * 53) % 360))
    return { from, to: to < last ? to : last }
  },
} as const

const sums = 'sum(imps), sum(clicks), sum(cv_click), sum(gross), sum(media_cost)'
const columns = { day: 'day', campaign: 'campaign_id', space: 'space_id' } as const

export async function reports({ runs, progress }: BenchContext): Promise<Figure[]> {
  return withSite(
    () => openBenchDatabase(),
    async (database, site) => {
      const { parties, rows, pool, lastDay } = database
      const figures: Figure[] = [{ name: 'facts', unit: 'count', ours: rows.delivery_facts }]
      for (const [role, groupings] of [
        ['advertiser', [['day'], ['campaign', 50], ['campaign'], ['space']]],
        ['admin', [['day'], ['campaign', 50], ['campaign']]],
      ] as const) {
        const session = await openSession(database, parties[role])
        const scope = role === 'admin' ? 'true' : `advertiser_account_id = ${parties.advertiser.accountId}`
        for (const [grouping, top] of groupings) {
          for (const [name, period] of Object.entries(periods)) {
            const title = `${role} by ${grouping}${top ? `, top ${top}` : ''}, ${name}`
            progress(title)
            const column = columns[grouping]
            const order = grouping === 'campaign' ? `sum(gross) desc limit ${top ?? 1000}` : column
            figures.push(
              await inTurns({
                name: title,
                runs,
                p95: 100,
                async ours(run) {
                  const query = new URLSearchParams({ ...period(lastDay, run), group_by: grouping, ...(top && { limit: String(top) }) })
                  const { status, body } = await site.call(`/api/report/demand?${query.toString()}`, session)
                  if (status !== 200) throw new Error(`The report answered ${status}: ${body.slice(0, 200)}`)
                },
                beside: {
                  what: 'plain SQL over the facts',
                  run(run) {
                    const { from, to } = period(lastDay, run)
                    return pool.query(
                      `select ${column}, ${sums} from delivery_facts where day between $1 and $2 and ${scope} group by ${column} order by ${order}`,
                      [from, to],
                    )
                  },
                },
              }),
            )
          }
        }
      }
      return figures
    },
  )
}
