import type { Handlers } from '../call/handler.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { monthlyRevenue } from './monthly-revenue.ts'
import { revenueShareMapping } from './mapping.ts'

export const revenueShareHandlers = resourceHandlers('revenue_share', revenueShareMapping, {
  monthly: ({ db, session, query }) => monthlyRevenue(db, session, Number(query.publisher_group_id)),
} satisfies Partial<Handlers['revenue_share']>)
