import { deliveryFile } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { deliveryFileAdvertisers, deliveryFiles } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { reasonTexts } from './error/delivery-error.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'
import { lockAdvertisers } from './roll-up/delivery-locks.ts'
import type { Queries } from './roll-up/roll-ups.ts'
import { tellOfFile, tellOfReports } from './store/tell-of-file.ts'
import { advertisersOf, takeBack } from './roll-up/take-back.ts'

const queriesOf = (transaction: Database): Queries => ({ query: (text) => transaction.execute(sql.raw(text)) })

export const deliveryFileMapping = defineMapping({
  resource: deliveryFile,
  table: deliveryFiles,
  scope: ({ role }) => (role === 'admin' ? sql`true` : sql`false`),
  derived: { name: sql`coalesce(${deliveryFiles.name}, ${deliveryFiles.source})` },
  links: {
    advertiser_account_ids: {
      table: deliveryFileAdvertisers,
      own: deliveryFileAdvertisers.delivery_file_id,
      other: deliveryFileAdvertisers.advertiser_account_id,
    },
  },
  async takeTurn(transaction, id) {
    const queries = queriesOf(transaction)
    await lockAdvertisers(queries, await advertisersOf(queries, id))
  },
  async afterWrite(transaction, _, { id }, done) {
    if (done !== 'withdraw') return
    const uncovered = await takeBack(queriesOf(transaction), id)
    if (uncovered) throw new RequestError('action_blocked', { message: reasonTexts(uncovered) })
    await tellOfFile(queriesOf(transaction), id)
    await tellOfReports(queriesOf(transaction), id)
  },
})
