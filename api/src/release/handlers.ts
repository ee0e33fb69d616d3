import { releaseHistoryPage, unitName, required, type ReleaseAction } from '@adsite/contract'
import type { Handlers, Session } from '../call/handler.ts'
import { RequestError } from '../error/request-error.ts'
import { describeEvent } from '../audit/record-event.ts'
import { keepBeacons, readRates } from './beacons.ts'
import { readFailures } from './read-failures.ts'

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
    const [units, rates] = await Promise.all([releases.units(), readRates(db, sinceHours(query.hours))])
    return { data: units.map((unit) => ({ ...unit, loads: rates.get(unit.unit) ?? [] })) }
  },

  async builds({ releases, params }) {
    return { data: await releases.builds(unitOf(params)) }
  },

  async failures({ db, params, query }) {
    return { data: await readFailures(db, { unit: unitOf(params), build: query.build, since: sinceHours(query.hours) }) }
  },

  async history({ releases, params, query }) {
    const all = await releases.history(unitOf(params))
    const before = query.before === undefined ? Infinity : Number(query.before)
    const rest = all.filter(({ rev }) => rev < before)
    const data = rest.slice(0, releaseHistoryPage)
    return { data, page: { next: rest.length > data.length ? String(required(data.at(-1), 'the last of data').rev) : null } }
  },

  async rollback({ releases, session, params, body }) {
    describeRelease('rollback', params, body)
    return { data: await releases.rollback(unitOf(params), { ...body, who: whoOf(session) }) }
  },

  async canary({ releases, session, params, body }) {
    describeRelease('canary', params, body)
    return { data: await releases.canary(unitOf(params), { ...body, who: whoOf(session) }) }
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

  async beacon({ db, session, body }) {
    await keepBeacons(db, session.account_id, body.beacons)
  },
}
