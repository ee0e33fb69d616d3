import { may, roles, visibleFields } from '@adsite/contract'
import { desc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adLabels, labels } from '../../db/schema.ts'
import { named } from '../../db/schema/common.ts'
import { adMapping } from '../../ad/mapping.ts'
import { startTestApi, type TestApi } from '../../testing/api.ts'
import { allMappings } from '../../testing/mappings.ts'
import { selectionOf } from '../mapping/resource-mapping.ts'
import { presentRecords } from './present.ts'
import { selectRows } from './selected-rows.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const callers = () => roles.map(({ key: role }) => ({ role, account_id: api.fixtures.a.accounts[role] }))

test('the rows of a list are those that Drizzle reads, of every resource and for every role', async () => {
  let compared = 0
  for (const { mapping } of await allMappings())
    for (const caller of callers().filter(({ role }) => may(role, mapping.resource.permissions.read))) {
      const { table, resource } = mapping
      const rows = await selectRows(api.db, caller, mapping, sql`order by ${table.id} desc limit 50`)
      const fields = selectionOf(mapping, caller, visibleFields(resource, caller.role))
      const read = await api.db.select(fields).from(table).orderBy(desc(table.id)).limit(50)
      const shown = await presentRecords(api.db, caller, mapping, rows)
      expect([resource.name, caller.role, shown]).toEqual([resource.name, caller.role, await presentRecords(api.db, caller, mapping, read)])
      compared += rows.length
    }
  expect(compared).toBeGreaterThan(50)
})

test('what is kept of a selection is of no caller: each sees the labels of their own account', async () => {
  const { ad, accounts } = api.fixtures.a
  const owners = [
    { role: 'advertiser', account_id: accounts.advertiser },
    { role: 'advertiser', account_id: api.fixtures.b.accounts.advertiser },
  ] as const
  const own: number[] = []
  for (const { account_id } of owners) {
    const [label] = await api.db
      .insert(labels)
      .values({ account_id, ...named(`札 ${account_id}`), colour: 'red' })
      .returning({ id: labels.id })
    own.push(label!.id)
    await api.db.insert(adLabels).values({ account_id, label_id: label!.id, advertiser_account_id: accounts.advertiser, ad_id: ad })
  }
  const seen = []
  for (const caller of owners)
    seen.push(...(await selectRows(api.db, caller, adMapping, sql`where id = ${ad}`)).map((row) => row['label_ids']))
  expect(seen).toEqual(own.map((id) => [id]))
})
