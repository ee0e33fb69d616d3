import { expect, test } from 'vitest'
import { boxWidth, campaign, columnsOf, growingWidths, may, roles, shownColumns } from '../index.ts'
import { allResources } from '../testing/resources.ts'

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

/** Width of the table in px on a screen of 1366 px. */
const room = 1246

test.each(allResources)('the default columns of $name fit into 1366 px', (resource) => {
  for (const role of roles.map(({ key }) => key).filter((key) => may(key, resource.permissions.list)))
    for (const language of ['ja', 'en'] as const) {
      const columns = columnsOf(resource, shownColumns(resource, role, new URLSearchParams()), language)
      const width = columns.reduce((sum, column) => sum + column.width, boxWidth)
      expect([role, language, width, width <= room]).toEqual([role, language, width, true])
    }
})
