import { required } from '@adsite/contract'
import { addDays } from '../base/demo-day.ts'
import type { DemoSupply } from './demo-media.ts'
import type { DemoWriter } from '../base/demo-writer.ts'

/** In days from today; null for until further notice. */
type Period = readonly [from: number, to: number | null, rate: string]

const groupPeriods: readonly (readonly Period[])[] = [
  [
    [-400, -41, '62.5'],
    [-40, 60, '65'],
    [61, null, '66.25'],
  ],
  [[-365, null, '60']],
  [
    [-300, -91, '58'],
    [-90, null, '61.125'],
  ],
  [
    [-200, 20, '63.333'],
    [21, null, '64'],
  ],
  [[-30, null, '55']],
]

/** Writes the shares of each group: past, current and future periods, and a separate rate for one medium of each. */
export async function writeRevenueShares(writer: DemoWriter, { groups, media }: DemoSupply, today: string): Promise<void> {
  const row = (publisher_group_id: number, medium_id: number | null, [from, to, rate]: Period) => ({
    publisher_group_id,
    medium_id,
    rate,
    valid_from: addDays(today, from),
    valid_to: to === null ? null : addDays(today, to),
  })
  const rows = groups.flatMap(({ id }, index) => {
    const medium = required(
      media.find(({ publisher_group_id }) => publisher_group_id === id),
      'a medium of a media group: each has some',
    )
    return [
      ...required(groupPeriods[index], 'the periods of a media group: one list for each').map((period) => row(id, null, period)),
      row(id, medium.id, [-60, 120, `${70 + index}.5`]),
    ]
  })
  await writer.insert('revenue_shares', 'revenue_share', rows)
}
