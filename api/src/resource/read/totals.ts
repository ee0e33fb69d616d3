import type { Database } from '../../db/connect.ts'
import type { Caller } from '../../db/scope.ts'
import { periodBefore, type Period } from '../../report/days.ts'
import { figuresTogether, listPeriod } from '../../report/list-figures.ts'
import type { ResourceMapping } from '../mapping/resource-mapping.ts'
import { askedMetrics, deliveryOf, listAdvertisers } from './list-delivery.ts'
import { matchingRows, type ListQuery } from './list.ts'

/** The metrics of all matching records together (contract `totalsEndpoint`). */
export async function listTotals(db: Database, caller: Caller, mapping: ResourceMapping, query: ListQuery) {
  const { resource } = mapping
  const names = askedMetrics(mapping, caller, query)
  const narrowed = Object.keys(query).some((name) => !['figures', 'period', 'compare'].includes(name))
  // Deleted records still have delivery.
  const advertisers = await listAdvertisers(db, mapping, caller, query, names)
  const matching = narrowed || resource.permissions.delete !== null ? matchingRows(mapping, caller, query, advertisers) : null
  const of = async (period: Period) => ({
    period,
    figures: await figuresTogether(db, deliveryOf(mapping, caller, period, advertisers), names, matching),
  })
  const period = listPeriod(query)
  const [now, former] = await Promise.all([of(period), query['compare'] ? of(periodBefore(period)) : null])
  return { data: { ...now, former } }
}
