import { paceTotals } from '@adsite/contract'
import type { Database } from '../../db/connect.ts'
import type { Caller } from '../../db/scope.ts'
import { periodBefore, type Period } from '../../report/days.ts'
import { boundsOf, figuresTogether, listPeriod } from '../../report/list-figures.ts'
import type { ResourceMapping } from '../mapping/resource-mapping.ts'
import { askedMetrics, boundsAlone, deliveryOf, filteredElsewhere, isWhole, knownDelivery } from './list-delivery.ts'
import { matchingRows, type ListQuery } from './list.ts'

/** The metrics and paces of all matching records together (contract `totalsEndpoint`). */
export async function listTotals(db: Database, caller: Caller, mapping: ResourceMapping, query: ListQuery) {
  const names = askedMetrics(mapping, caller, query)
  // Deleted records still have delivery.
  const known = await knownDelivery(db, mapping, caller, query, names)
  const matching = matchingRows(mapping, caller, query, known)
  const elsewhere = filteredElsewhere(mapping, query)
  const only = elsewhere?.alone ? elsewhere : null
  const ids = only?.ids(only.values, caller)
  const bounded = boundsAlone(mapping, caller, query, known)
  const which = isWhole(mapping, query)
    ? null
    : {
        matching,
        bounded: boundsOf(mapping.resource, query).length > 0,
        rows: bounded?.rows ?? null,
        elsewhere: only && ids ? { ids, of: only.of(only.values, caller) } : null,
      }
  const of = async (period: Period, records = which) => ({
    period,
    figures: names.length === 0 ? {} : await figuresTogether(db, deliveryOf(mapping, caller, period, known), names, records),
  })
  const period = listPeriod(query)
  const asked = query['paces']?.split(',') ?? []
  const paces = paceTotals.filter((name) => asked.includes(name))
  const states = only?.field === 'pace_state' ? only.values : null
  const whole = !which || states ? { caller, states } : null
  const [now, former, together] = await Promise.all([
    of(period),
    query['compare'] ? of(periodBefore(period), which && { ...which, rows: null }) : null,
    paces.length > 0 ? mapping.pacesTogether?.(db, paces, { matching, keys: bounded?.keys ?? null }, whole) : null,
  ])
  return { data: { ...now, ...(together ? { paces: together } : {}), former } }
}
