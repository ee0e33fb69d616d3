import { product } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { jstToday } from '../db/jst-today.ts'
import { productFormats, products, productSpaces } from '../db/schema.ts'
import { productScope } from '../db/scope.ts'
import type { Guard, ResourceTable } from '../resource/resource-table.ts'

/** Nobody could choose it: its sale period is over. */
const periodIsOpen: Guard = async (db, _, { sale_to }) => {
  if (sale_to === null) return null
  const { rows } = await db.execute<{ over: boolean }>(sql`select ${sale_to}::date < ${jstToday} as over`)
  if (!rows[0]!.over) return null
  return { ja: '販売終了日を過ぎています。先に販売期間を延ばしてください。', en: 'Its sale period is over. Extend the period first.' }
}

export const productTable: ResourceTable = {
  resource: product,
  table: products,
  scope: productScope,
  links: {
    format_ids: { table: productFormats, own: productFormats.product_id, other: productFormats.format_id },
    space_ids: { table: productSpaces, own: productSpaces.product_id, other: productSpaces.space_id, noneIsAll: true },
  },
  guards: { put_on_sale: periodIsOpen, resume: periodIsOpen },
}
