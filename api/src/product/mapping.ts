import { product, type Text } from '@adsite/contract'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { jstToday } from '../db/jst-today.ts'
import { ads, formatSettings, productFormats, products, productSpaces } from '../db/schema.ts'
import { productScope } from '../db/scope.ts'
import { nothingHangs } from '../resource/write/nothing-hangs.ts'
import { defineMapping, type Guard } from '../resource/mapping/resource-mapping.ts'

const periodIsOver: Text = {
  ja: '販売終了日を過ぎています。先に販売期間を延ばしてください。',
  en: 'Its sale period is over. Extend the period first.',
}
const isRefused: Text = {
  ja: '配信先のすべての広告枠で、この商品のフォーマットの掲載が許可されていません。先にフォーマット設定で掲載を許可してください。',
  en: 'None of its ad spaces takes any of its formats. Allow one in the format settings first.',
}

/** Its sale period is over, so nobody could choose it. */
const periodIsOpen: Guard<typeof product> = async (db, _, records) => {
  const ends = [...new Set(records.flatMap(({ sale_to }) => sale_to ?? []))]
  const { rows } = await db.execute<{ day: string }>(sql`select asked.day from unnest(${sql.param(ends)}::text[]) as asked (day)
    where asked.day::date < ${jstToday}`)
  const over = new Set<string | null>(rows.map(({ day }) => day))
  return { of: ({ sale_to }) => (over.has(sale_to) ? periodIsOver : null) }
}

/** All its spaces refuse all its formats, so a sold product could not be shown anywhere. */
const isTakenSomewhere: Guard<typeof product> = async (db, _, records) => {
  const oneOf = (column: AnyPgColumn, ids: readonly number[]) => sql`${column} = any(${sql.param([...new Set(ids)])}::bigint[])`
  const { space_id, format_id, enabled, deleted_at } = formatSettings
  const ofSpaces = oneOf(
    space_id,
    records.flatMap(({ space_ids }) => space_ids ?? []),
  )
  const ofFormats = oneOf(
    format_id,
    records.flatMap(({ format_ids }) => format_ids ?? []),
  )
  const rows = await db
    .select({ space_id, format_id })
    .from(formatSettings)
    .where(and(ofSpaces, ofFormats, eq(enabled, false), isNull(deleted_at)))
  const refused = new Set(rows.map((row) => `${row.space_id} ${row.format_id}`))
  return {
    of({ space_ids, format_ids }) {
      const isTaken = (space: number) => (format_ids ?? []).some((format) => !refused.has(`${space} ${format}`))
      return !space_ids || space_ids.length === 0 || space_ids.some(isTaken) ? null : isRefused
    },
  }
}

const mayBeSold: Guard<typeof product> = async (...asked) => {
  const [period, place] = [await periodIsOpen(...asked), await isTakenSomewhere(...asked)]
  return { of: (record) => period.of(record) ?? place.of(record) }
}

export const productMapping = defineMapping({
  resource: product,
  table: products,
  scope: productScope,
  referred: { current: ne(products.status, 'ENDED') },
  links: {
    format_ids: { table: productFormats, own: productFormats.product_id, other: productFormats.format_id },
    space_ids: { table: productSpaces, own: productSpaces.product_id, other: productSpaces.space_id, noneIsAll: true },
  },
  guards: {
    put_on_sale: mayBeSold,
    resume: mayBeSold,
    delete: nothingHangs({ table: ads, column: ads.product_id, label: { ja: '広告', en: 'ads' } }),
  },
})
