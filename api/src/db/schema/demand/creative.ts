import type { CreativeRevision } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../people/access.ts'
import { audited, identity, instant, reference } from '../common.ts'
import { formats } from './product.ts'

/** The tenant of the demand side, first in every key. */
const advertiser = () =>
  reference()
    .notNull()
    .references(() => accounts.id)

export const creativeGroups = pgTable(
  'creative_groups',
  { advertiser_account_id: advertiser(), id: identity(), name: text().notNull(), name_norm: text().notNull(), ...audited() },
  (table) => [
    primaryKey({ columns: [table.advertiser_account_id, table.id] }),
    index('creative_groups_by_id').on(table.id),
    index('creative_groups_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('creative_groups_of_advertiser')
      .on(table.advertiser_account_id, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
  ],
)

/** The draft; submitted content is in the revisions. */
export const creatives = pgTable(
  'creatives',
  {
    advertiser_account_id: advertiser(),
    id: identity(),
    creative_group_id: reference().notNull(),
    format_id: reference().references(() => formats.id),
    name: text().notNull(),
    name_norm: text().notNull(),
    width: integer(),
    height: integer(),
    headline: text(),
    description: text(),
    principal: text(),
    button_text: text(),
    landing_url: text(),
    beacons: text().array(),
    status: text().notNull().default('DRAFT'),
    user_status: text().notNull().default('ACTIVE'),
    revision: integer().notNull().default(1),
    /** The last approved revision; null if none is shown. */
    serving_revision: integer(),
    /** When it was last submitted for review, which orders the queue. */
    applied_at: instant(),
    /** Why it was last rejected or stopped; kept while it is corrected. */
    review_reason_code: text(),
    review_reason: text(),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.advertiser_account_id, table.id] }),
    index('creatives_of_format').on(table.format_id),
    index('creatives_by_id').on(table.id),
    index('creatives_to_review')
      .on(table.applied_at, table.id)
      .where(sql`deleted_at is null and status = 'APPLIED'`),
    index('creatives_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('creatives_of_group')
      .on(table.advertiser_account_id, table.creative_group_id, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    // Partial: few creatives await review.
    index('creatives_applied')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`status = 'APPLIED' and deleted_at is null`),
    foreignKey({
      name: 'creatives_group',
      columns: [table.advertiser_account_id, table.creative_group_id],
      foreignColumns: [creativeGroups.advertiser_account_id, creativeGroups.id],
    }),
    check('creatives_serving', sql`${table.serving_revision} <= ${table.revision}`),
  ],
)

const creative = () => ({ advertiser_account_id: reference().notNull(), creative_id: reference().notNull() })

/** Content as submitted for review, with the decision. Reviewed rows never change. */
/** Content of a revision: the reviewed fields, and the ids of the materials. */
export type RevisionContent = CreativeRevision['content'] & { readonly materials: readonly number[] }

export const creativeRevisions = pgTable(
  'creative_revisions',
  {
    ...creative(),
    revision: integer().notNull(),
    /** The reviewed fields and the ids of the materials. */
    content: jsonb().$type<RevisionContent>().notNull(),
    applied_by: reference(),
    applied_at: instant().notNull().defaultNow(),
    result: text({ enum: ['APPROVED', 'REJECTED', 'WITHDRAWN', 'POST_REJECTED'] }),
    reviewed_by: reference(),
    reviewed_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.advertiser_account_id, table.creative_id, table.revision] }),
    foreignKey({
      name: 'creative_revisions_creative',
      columns: [table.advertiser_account_id, table.creative_id],
      foreignColumns: [creatives.advertiser_account_id, creatives.id],
    }),
  ],
)

/** Files of creatives; their content is in the storage under a generated name. */
export const creativeMaterials = pgTable(
  'creative_materials',
  {
    ...creative(),
    id: identity(),
    name: text().notNull(),
    content_type: text({ enum: ['image/gif', 'image/png', 'image/jpeg'] }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    storage_name: text().notNull(),
    created_by: reference(),
    created_at: instant().notNull().defaultNow(),
    /** Removed from the draft but part of a submitted revision. */
    removed_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.advertiser_account_id, table.creative_id, table.id] }),
    index('creative_materials_of_creative').on(table.creative_id, table.id),
    foreignKey({
      name: 'creative_materials_creative',
      columns: [table.advertiser_account_id, table.creative_id],
      foreignColumns: [creatives.advertiser_account_id, creatives.id],
    }),
  ],
)
