import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { audited, count, day, identity, money, reference } from '../common.ts'

/** What creatives have to comply with (spec/domain "Format"). Products and formats belong to the administrator and have no tenant. */
export const formats = pgTable(
  'formats',
  {
    id: identity().primaryKey(),
    name: text().notNull(),
    name_norm: text().notNull(),
    status: text().notNull().default('ACTIVE'),
    kind: text().notNull(),
    width: integer(),
    height: integer(),
    file_types: text().array(),
    max_bytes: integer(),
    headline_max: integer(),
    description_max: integer(),
    principal_max: integer(),
    button_max: integer(),
    ...audited(),
  },
  (table) => [
    index('formats_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
  ],
)

/** What an ad buys (spec/domain "Product"). */
export const products = pgTable(
  'products',
  {
    id: identity().primaryKey(),
    name: text().notNull(),
    name_norm: text().notNull(),
    status: text().notNull().default('DRAFT'),
    billing: text().notNull(),
    unit_price: money().notNull(),
    min_quantity: count().notNull(),
    sale_from: day().notNull(),
    sale_to: day(),
    ...audited(),
  },
  (table) => [
    index('products_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    check('products_sale', sql`${table.sale_to} >= ${table.sale_from}`),
  ],
)

const product = () =>
  reference()
    .notNull()
    .references(() => products.id)

export const productFormats = pgTable(
  'product_formats',
  {
    product_id: product(),
    format_id: reference()
      .notNull()
      .references(() => formats.id),
  },
  (table) => [primaryKey({ columns: [table.product_id, table.format_id] }), index('product_formats_by_format').on(table.format_id)],
)

/**
 * A product without rows may use every space. No foreign key on the space, because its key has the tenant first.
 */
export const productSpaces = pgTable('product_spaces', { product_id: product(), space_id: reference().notNull() }, (table) => [
  primaryKey({ columns: [table.product_id, table.space_id] }),
  index('product_spaces_by_space').on(table.space_id),
])
