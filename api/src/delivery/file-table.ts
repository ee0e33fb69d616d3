import { deliveryFile } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { deliveryFiles } from '../db/schema.ts'
import { Refusal } from '../refusal/refusal.ts'
import type { ResourceTable } from '../resource/mapping/resource-table.ts'
import { takeBack } from './take-back.ts'

const isLeaned = {
  ja: 'このファイルの実績を減らす訂正が別のファイルで取り込まれています。先に訂正のファイルを取り消してください。',
  en: 'Another file holds corrections that take away from this one. Withdraw that file first.',
}

export const deliveryFileTable: ResourceTable = {
  resource: deliveryFile,
  table: deliveryFiles,
  scope: ({ role }) => (role === 'admin' ? sql`true` : sql`false`),
  derived: { name: sql`coalesce(${deliveryFiles.name}, ${deliveryFiles.source})` },
  async follow(transaction, _, { id, advertiser_account_id }, done) {
    if (done !== 'withdraw') return
    const queries = { query: (text: string) => transaction.execute(sql.raw(text)) }
    if (!(await takeBack(queries, advertiser_account_id as number, id as number)))
      throw new Refusal('action_blocked', { message: isLeaned })
  },
}
