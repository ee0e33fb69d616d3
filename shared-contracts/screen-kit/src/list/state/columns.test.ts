import { campaign } from '@adsite/contract'
import { expect, test } from 'vitest'
import { columnsOf, growingWidths } from './columns.ts'

test('room that is left goes to the title first, and is shared then: most to it, some to what may be long, a little to the others', () => {
  const columns = columnsOf(campaign, ['name', 'advertiser_account_id', 'start_at', 'lifetime_budget'], 'ja')
  const [, advertiser, start, budget] = columns.map(({ width }) => width)
  expect(growingWidths(columns, 700)).toEqual([
    `calc(220px + clamp(0px, 100cqw - 700px, 80px) + max(0px, 100cqw - 700px - 80px) * ${2 / 4})`,
    `calc(${advertiser}px + max(0px, 100cqw - 700px - 80px) * ${1 / 4})`,
    `calc(${start}px + max(0px, 100cqw - 700px - 80px) * ${0.5 / 4})`,
    `calc(${budget}px + max(0px, 100cqw - 700px - 80px) * ${0.5 / 4})`,
  ])
})
