/** One call of the load. Times are in milliseconds of one clock. */
export interface CallRecord {
  readonly what: string
  readonly began: number
  readonly ended: number
  /** Status of the response, or `broken` if there was none. */
  readonly status: number | 'broken'
  readonly isFine: boolean
}

/** A fault in the cluster, and when everything had recovered. */
export interface Incident {
  readonly name: string
  readonly began: number
  readonly whole: number
}

/** The effect of an incident on callers. Times are in seconds. */
export interface Outage {
  readonly name: string
  readonly calls: number
  readonly failed: number
  /** Failed calls by response. */
  readonly answers: Readonly<Record<string, number>>
  /** From the incident to the last failed call; 0 if none failed. */
  readonly until: number
  /** The longest time in which no write was acknowledged. */
  readonly silent: number
  /** From the incident until every machine and every part had recovered. */
  readonly whole: number
}

const seconds = (milliseconds: number) => Math.round(milliseconds / 100) / 10
const isIn = ({ began, whole }: Incident, call: CallRecord) => call.ended >= began && call.began <= whole

/** Computes the effect of an incident on callers; `isWrite` identifies acknowledged writes. */
export function outageOf(incident: Incident, calls: readonly CallRecord[], isWrite: (call: CallRecord) => boolean): Outage {
  const during = calls.filter((call) => isIn(incident, call))
  const failed = during.filter(({ isFine }) => !isFine)
  const answers: Record<string, number> = {}
  for (const { status } of failed) answers[status] = (answers[status] ?? 0) + 1
  const acknowledged = during.filter((call) => call.isFine && isWrite(call)).map(({ ended }) => Math.min(ended, incident.whole))
  const moments = [incident.began, ...acknowledged.toSorted((a, b) => a - b), incident.whole]
  const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment))
  return {
    name: incident.name,
    calls: during.length,
    failed: failed.length,
    answers,
    until: seconds(Math.max(0, ...failed.map(({ ended }) => ended - incident.began))),
    silent: seconds(Math.max(0, ...gaps)),
    whole: seconds(incident.whole - incident.began),
  }
}

/** Failed calls that do not overlap with any incident. */
export const unexplained = (incidents: readonly Incident[], calls: readonly CallRecord[]): CallRecord[] =>
  calls.filter((call) => !call.isFine && !incidents.some((incident) => isIn(incident, call)))
