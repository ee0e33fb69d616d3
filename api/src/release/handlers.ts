import { releaseHistoryPage, unitName, type ReleaseAction } from '@adsite/contract'
import type { Handlers, Session } from '../call/handler.ts'
import { RequestError } from '../error/request-error.ts'
import { describeEvent } from '../audit/record-event.ts'
import { countOpenPages, noteOpenPage } from './open-pages.ts'
import { keepBeacons, readRates } from './beacons.ts'
import { readFailures } from './read-failures.ts'
import { countViolations, readViolations } from './violations.ts'
import { keepVitals, readVitals } from './vitals.ts'

/** The author in the registry's log; distinguishable from the platform itself. */
const whoOf = ({ user }: Session) => `${user.name} <${user.email}>`

interface UnitParameter {
  readonly unit: string
}

function unitOf({ unit }: UnitParameter): string {
  if (!unitName.test(unit)) throw new RequestError('not_found')
  return unit
}

/** Describes the request for the audit, whether it succeeds or is refused. */
function describeRelease(action: ReleaseAction, { unit }: UnitParameter, body: object): void {
  describeEvent({ target: `release ${unit}`, detail: `${action} ${JSON.stringify(body)}` })
}

const sinceHours = (hours: string) => new Date(Date.now() - Number(hours) * 3_600_000)

export const releaseHandlers: Handlers['release'] = {
  async list({ db, releases, query }) {
    const since = sinceHours(query.hours)
    const [units, rates, pages, counts] = await Promise.all([
      releases.units(),
      readRates(db, since),
      countOpenPages(db),
      countViolations(db, since),
    ])
    const violations = new Map(counts.map(({ unit, kinds }) => [unit, kinds]))
    return {
      data: units.map((unit) => {
        const open = pages.filter((page) => page.unit === unit.unit).map(({ build, pages: count }) => ({ build, pages: count }))
        return { ...unit, loads: rates.get(unit.unit) ?? [], open, violations: violations.get(unit.unit) ?? 0 }
      }),
    }
  },

  async builds({ releases, params }) {
    return { data: await releases.builds(unitOf(params)) }
  },

  async failures({ db, releases, params, query }) {
    const { build, hours } = query
    return {
      data: await readFailures(db, {
        unit: unitOf(params),
        build,
        since: sinceHours(hours),
        resolve: (frames) => releases.resolve(frames),
      }),
    }
  },

  async vitals({ db, releases, params, query }) {
    const unit = unitOf(params)
    const vitals = await readVitals(db, { unit, since: sinceHours(query.hours), trials: await releases.trials() })
    return { data: vitals.map(({ build, name, p75, loads, accounts }) => ({ build, name, p75, loads, accounts })) }
  },

  async violations({ db, releases, params, query }) {
    const of = { unit: unitOf(params), since: sinceHours(query.hours) }
    return { data: await readViolations(db, { ...of, resolve: (frames) => releases.resolve(frames) }) }
  },

  async history({ releases, params, query }) {
    const { changes, damaged } = await releases.history(unitOf(params))
    const before = query.before === undefined ? Infinity : Number(query.before)
    const revisions = [...changes, ...damaged].map(({ rev }) => rev).filter((rev) => rev < before)
    const shown = new Set(revisions.toSorted((one, other) => other - one).slice(0, releaseHistoryPage))
    const isShown = ({ rev }: { readonly rev: number }) => shown.has(rev)
    const next = revisions.length > shown.size ? String(Math.min(...shown)) : null
    return { data: changes.filter(isShown), damaged: damaged.filter(isShown), page: { next } }
  },

  async rollback({ releases, session, params, body }) {
    describeRelease('rollback', params, body)
    return { data: await releases.rollback(unitOf(params), { ...body, who: whoOf(session) }) }
  },

  async canary({ releases, session, params, body }) {
    describeRelease('canary', params, body)
    return { data: await releases.canary(unitOf(params), { ...body, who: whoOf(session) }) }
  },

  async endCanary({ releases, session, params, body }) {
    describeRelease('end_canary', params, body)
    return { data: await releases.endCanary(unitOf(params), { ...body, who: whoOf(session) }) }
  },

  async promote({ releases, session, params, body }) {
    describeRelease('promote', params, body)
    return { data: await releases.promote(unitOf(params), { ...body, who: whoOf(session) }) }
  },

  async freeze({ releases, session, params, body }) {
    describeRelease('freeze', params, body)
    return { data: await releases.freeze(unitOf(params), { ...body, who: whoOf(session) }) }
  },

  async unfreeze({ releases, session, params, body }) {
    describeRelease('unfreeze', params, body)
    return { data: await releases.unfreeze(unitOf(params), { ...body, who: whoOf(session) }) }
  },

  async page({ db, session, body }) {
    await noteOpenPage(db, session.user.id, body)
  },

  async beacon({ db, session, body }) {
    await keepBeacons(db, session.account_id, body.beacons)
  },

  async vital({ db, session, body }) {
    await keepVitals(db, session.account_id, body.vitals)
  },
}
