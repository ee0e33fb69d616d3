import { campaign } from '@adsite/contract'
import { expect, test } from 'vitest'
import { columnsOf, growingWidths } from './columns.ts'

test('room that is left goes to the title, then to what may be long, and none of it to dates and figures', () => {
  const columns = columnsOf(campaign, ['name', 'advertiser_account_id', 'start_at', 'lifetime_budget'], 'ja')
  const [, advertiser, start, budget] = columns.map(({ width }) => width)
  expect(growingWidths(columns, 700)).toEqual([
    `calc(220px + clamp(0px, 100cqw - 700px, 160px) + max(0px, 100cqw - 700px - 160px) * ${2 / 3})`,
    `calc(${advertiser}px + max(0px, 100cqw - 700px - 160px) * ${1 / 3})`,
    `calc(${start}px)`,
    `calc(${budget}px)`,
  ])
})
