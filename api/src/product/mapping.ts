import { product } from '@adsite/contract'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { jstToday } from '../db/jst-today.ts'
import { ads, formatSettings, productFormats, products, productSpaces } from '../db/schema.ts'
import { productScope } from '../db/scope.ts'
import { nothingHangs } from '../resource/write/nothing-hangs.ts'
import { defineMapping, type Guard } from '../resource/mapping/resource-mapping.ts'

/** Its sale period is over, so nobody could choose it. */
const periodIsOpen: Guard<typeof product> = async (db, _, { sale_to }) => {
  if (sale_to === null) return null
  const { rows } = await db.execute<{ over: boolean }>(sql`select ${sale_to}::date < ${jstToday} as over`)
  if (!rows.some(({ over }) => over)) return null
  return { ja: '販売終了日を過ぎています。先に販売期間を延ばしてください。', en: 'Its sale period is over. Extend the period first.' }
}

/** All its spaces refuse all its formats, so a sold product could not be shown anywhere. */
const isTakenSomewhere: Guard<typeof product> = async (db, _, { space_ids, format_ids }) => {
  const spaceIds = space_ids ?? []
  const formatIds = format_ids ?? []
  if (spaceIds.length === 0) return null
  const refused = await db.$count(
    formatSettings,
    and(
      inArray(formatSettings.space_id, spaceIds),
      inArray(formatSettings.format_id, formatIds),
      eq(formatSettings.enabled, false),
      isNull(formatSettings.deleted_at),
    ),
  )
  if (refused < spaceIds.length * formatIds.length) return null
  return {
    ja: '配信先のすべての広告枠で、この商品のフォーマットの掲載が許可されていません。先にフォーマット設定で掲載を許可してください。',
    en: 'None of its ad spaces takes any of its formats. Allow one in the format settings first.',
  }
}

const mayBeSold: Guard<typeof product> = async (...asked) => (await periodIsOpen(...asked)) ?? isTakenSomewhere(...asked)

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
