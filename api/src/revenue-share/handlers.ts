import type { Handlers } from '../call/handler.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { monthlyRevenue } from './monthly-revenue.ts'
import { revenueShareMapping } from './mapping.ts'

export const revenueShareHandlers = resourceHandlers('revenue_share', revenueShareMapping, {
  monthly: ({ db, query }) => monthlyRevenue(db, Number(query.publisher_group_id)),
} satisfies Partial<Handlers['revenue_share']>)
