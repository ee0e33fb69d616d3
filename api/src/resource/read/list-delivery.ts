import { countCap, figureParameters, isKeyOf, listMetrics, metricKind, required, type MetricName } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { deliveryFacts } from '../../db/delivery-facts.ts'
import type { Caller } from '../../db/scope.ts'
import { askForPeriod, isPeriodKept } from '../../db/upgrade/kept-periods.ts'
import { periodBefore, type Period } from '../../report/days.ts'
import {
  boundsOf,
  factsWithin,
  figuresOfRecords,
  idsWithin,
  listFigures,
  listPeriod,
  nothingKnown,
  rowsWithin,
  type KnownDelivery,
} from '../../report/list-figures.ts'
import { ownAdvertisers } from '../../report/own-advertisers.ts'
import { refuseHidden } from '../mapping/refuse-hidden.ts'
import type { ResourceMapping } from '../mapping/resource-mapping.ts'
import type { Order } from './keyset.ts'
import type { JsonRecord } from './present.ts'

type ListQuery = Readonly<Record<string, string | undefined>>

/** Delivery of a list's records in a period. Call only for resources with delivery. */
export const deliveryOf = ({ resource, table }: ResourceMapping, caller: Caller, period: Period, known: KnownDelivery) =>
  required(listFigures(resource, table, caller, period, known), 'the delivery of the list')

/** From so many facts in what the caller sees, a period is summed for later calls; fewer are read as fast. */
const manyFacts = 30_000

/**
 * What is known of the delivery that a list reads for the metrics that it shows, orders or filters by: whether it is summed already,
 * and else whose facts have it.
 */
export async function knownDelivery(
  db: Database,
  { resource, table }: ResourceMapping,
  caller: Caller,
  query: ListQuery,
  names: readonly (MetricName | null)[],
): Promise<KnownDelivery> {
  const bounds = boundsOf(resource, query)
  if (names.every((name) => name === null) && bounds.length === 0) return nothingKnown
  refuseHidden(
    resource,
    caller,
    bounds.map(({ name }) => name),
  )
  const period = listPeriod(query)
  const sourceOf = (known: KnownDelivery) => listFigures(resource, table, caller, period, known)?.source.table
  const ofPeriod = { ...nothingKnown, keptPeriod: period }
  const other = sourceOf(nothingKnown)
  const canBeKept = sourceOf(ofPeriod) !== other
  const isKept = canBeKept && (await isPeriodKept(db, period))
  // A list by a metric sums the whole period. Whoever looks into one usually asks for it again.
  const sumsAll = bounds.length > 0 || sortedMetric({ resource }, query['sort'] ?? '') !== null
  if (canBeKept && !isKept && sumsAll && (await factsWithin(db, resource, caller, period)) >= manyFacts)
    await askForPeriod(db, period, caller.role === 'admin' ? 'everybody' : 'tenant')
  const readsFacts = other === deliveryFacts && (!isKept || query['compare'] !== undefined)
  const known = { ...(isKept ? ofPeriod : nothingKnown), advertisers: readsFacts ? await ownAdvertisers(db, caller) : null }
  const figures = bounds.length === 0 ? null : listFigures(resource, table, caller, period, known)
  // The planner cannot know how few are left. It would look for a page of them among millions.
  return { ...known, within: figures && (await idsWithin(db, figures, bounds, countCap)) }
}

/** Parameters that change neither which records match nor, where some are deleted, which of them have delivery. */
const narrowingNothing = new Set(['figures', 'period', 'compare', 'paces', 'sort', 'after', 'before', 'limit', 'count'])

/** The parameters of a query that decide which records match. */
export const narrowing = (query: ListQuery) => Object.keys(query).filter((name) => !narrowingNothing.has(name) && query[name] !== undefined)

/** Whether everything with delivery in the caller's scope matches a query: it narrows nothing, and no record can be deleted. */
export const isWhole = ({ resource }: ResourceMapping, query: ListQuery): boolean =>
  resource.permissions.delete === null && narrowing(query).length === 0

/** Others see records through each other, and delivery by another way. */
export const ownsAll = ({ role }: Caller): boolean => role === 'admin' || role === 'advertiser'

/** The rows of delivery that tell which records match, where bounds of metrics alone narrow a query and no record can be deleted; null elsewhere. */
export function boundsAlone(mapping: ResourceMapping, caller: Caller, query: ListQuery, known: KnownDelivery) {
  const { resource } = mapping
  const ofBounds = new Set(figureParameters(resource).map(({ parameter }) => parameter))
  const bounds = boundsOf(resource, query)
  if (bounds.length === 0 || resource.permissions.delete !== null || !ownsAll(caller)) return null
  if (!narrowing(query).every((name) => ofBounds.has(name))) return null
  return rowsWithin(deliveryOf(mapping, caller, listPeriod(query), known), bounds, known)
}

/**
 * The filter of a query whose values another table has (`ResourceMapping.filtered`), where no record can be deleted; `alone`: nothing
 * else narrows the query.
 */
export function filteredElsewhere({ resource, filtered = {} }: ResourceMapping, query: ListQuery) {
  const narrowed = narrowing(query)
  const field = narrowed.find((name) => isKeyOf(filtered, name))
  const found = field === undefined || resource.permissions.delete !== null ? undefined : filtered[field]
  if (field === undefined || !found) return null
  return { field, values: required(query[field], 'an entry of query').split(','), alone: narrowed.length === 1, ...found }
}

/** The metric that a list is ordered by; null if it is ordered by a field. */
export const sortedMetric = ({ resource }: Pick<ResourceMapping, 'resource'>, sort: string): MetricName | null =>
  listMetrics(resource).find((name) => name === sort.replace(/^-/u, '')) ?? null

/** The order by a metric, in terms of the rows of `figurePage`. */
export const metricOrder = (sort: string, name: MetricName): Order => ({
  sort,
  expression: sql`value`,
  kind: metricKind(name),
  nullable: true,
  id: sql`id`,
})

/** The metrics that a query requests; refuses those that the role may not see. */
export function askedMetrics({ resource }: ResourceMapping, caller: Caller, query: ListQuery): MetricName[] {
  const names = [...new Set(query['figures']?.split(','))].flatMap((name) => listMetrics(resource).find((known) => known === name) ?? [])
  refuseHidden(resource, caller, names)
  return names
}

/** The metrics of the given records and, if requested, those of the preceding period. */
export async function withFigures(
  db: Database,
  caller: Caller,
  mapping: ResourceMapping,
  query: ListQuery,
  ids: readonly number[],
  known: KnownDelivery,
): Promise<(id: number) => Pick<JsonRecord, 'figures' | 'former_figures'>> {
  const names = askedMetrics(mapping, caller, query)
  if (names.length === 0) return () => ({})
  const period = listPeriod(query)
  const of = (days: Period) => figuresOfRecords(db, deliveryOf(mapping, caller, days, known), names, ids)
  const [figures, former] = await Promise.all([of(period), query['compare'] ? of(periodBefore(period)) : null])
  return (id) => ({ figures: figures(id), ...(former ? { former_figures: former(id) } : {}) })
}
