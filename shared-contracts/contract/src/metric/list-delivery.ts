import * as v from 'valibot'
import { may, type Permission } from '../role/permission.ts'
import type { Role } from '../role/role.ts'
import { visibleMetrics, type MetricName } from './metric.ts'

interface DeliverySide {
  /** Who sees delivery from this side. */
  readonly permission: Permission
  /** In column order. */
  readonly metrics: readonly MetricName[]
}

/** The two views of delivery: what advertisers bought, and what media delivered and earned. */
export const deliverySides = {
  demand: {
    permission: 'report.demand',
    metrics: ['imps', 'clicks', 'conversions', 'gross', 'media_cost', 'ctr', 'cvr', 'ecpm', 'cpc', 'cpa', 'margin'],
  },
  supply: {
    permission: 'report.supply',
    metrics: ['requests', 'imps', 'fill', 'measured', 'viewable', 'viewability', 'clicks', 'ctr', 'revenue', 'revenue_ecpm'],
  },
} as const satisfies Record<string, DeliverySide>

/**
 * The delivery that a list can show for its records: the metrics of a side, summed over the facts whose `of` is the record's
 * id, limited to those that the reader may see.
 */
export interface ListDelivery {
  readonly side: keyof typeof deliverySides
  readonly of: 'campaign' | 'ad' | 'creative' | 'space'
  /** The records have a pace (`paceFields`), whose sums the totals of the list have. */
  readonly paced?: true
}

/**
 * The fields of a pace that have a value for many records together: what is spent of all budgets, what is spent of everything
 * that was planned by now, and the sum of the forecasts. Sums first, then ratios.
 */
export const paceTotals = ['spent_rate', 'pace_rate', 'forecast'] as const
export type PaceTotalName = (typeof paceTotals)[number]

/** The values of `paceTotals`, as those of the fields, and how many records each one sums: those that have a value. */
export type PaceTotals = { readonly [N in PaceTotalName]?: { readonly value: string | null; readonly records: number } | undefined }

export const paceTotalsSchema: v.GenericSchema<PaceTotals> = v.partial(
  v.object(Object.fromEntries(paceTotals.map((name) => [name, v.object({ value: v.nullable(v.string()), records: v.number() })]))),
)

interface Listed {
  readonly list: { readonly delivery?: ListDelivery }
}

/** The metrics that a list can show; none without delivery. */
export function listMetrics({ list: { delivery } }: Listed): readonly MetricName[] {
  return delivery ? deliverySides[delivery.side].metrics : []
}

/** The fields of a pace that the totals of a list can have. */
export function listPaceTotals({ list: { delivery } }: Listed): readonly PaceTotalName[] {
  return delivery?.paced ? paceTotals : []
}

/** The metrics that a role receives. */
export function visibleListMetrics(resource: Listed, role: Role): MetricName[] {
  const { delivery } = resource.list
  return delivery && may(role, deliverySides[delivery.side].permission) ? visibleMetrics(listMetrics(resource), role) : []
}
