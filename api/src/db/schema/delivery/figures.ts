import type { DeliveryFigureName, OptionalDeliveryFigure } from '@adsite/contract'
import { integer } from 'drizzle-orm/pg-core'
import { count, money } from '../common.ts'

/** The figures of a roll-up of delivery: sums over facts. */
export const figures = () =>
  ({
    /** How many facts the sums contain; a row with none is deleted. */
    facts: count().notNull().default(0),
    // How many of them lack a figure: its sum is known if none does (contract, `measures`).
    unknown_clicks: integer().notNull().default(0),
    unknown_cv_click: integer().notNull().default(0),
    unknown_cv_view: integer().notNull().default(0),
    unknown_requests: integer().notNull().default(0),
    unknown_measured: integer().notNull().default(0),
    unknown_viewable: integer().notNull().default(0),
    unknown_media_cost: integer().notNull().default(0),
    imps: count().notNull().default(0),
    clicks: count().notNull().default(0),
    cv_click: count().notNull().default(0),
    cv_view: count().notNull().default(0),
    requests: count().notNull().default(0),
    measured: count().notNull().default(0),
    viewable: count().notNull().default(0),
    gross: money().notNull().default('0'),
    media_cost: money().notNull().default('0'),
  }) satisfies Readonly<Record<'facts' | DeliveryFigureName | `unknown_${OptionalDeliveryFigure}`, unknown>>
