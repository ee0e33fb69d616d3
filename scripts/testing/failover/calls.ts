/** One call of the load. Times in milliseconds of one clock. */
export interface CallRecord {
  readonly what: string
  readonly began: number
  readonly ended: number
  /** Status of the answer, or `broken` where there was none. */
  readonly status: number | 'broken'
  readonly isFine: boolean
}

/** What was done to the cluster, and when everything served again. */
export interface Incident {
  readonly name: string
  readonly began: number
  readonly whole: number
}

/** What callers noticed of an incident. Times in seconds. */
export interface Outage {
  readonly name: string
  readonly calls: number
  readonly failed: number
  /** Failed calls by what was answered. */
  readonly answers: Readonly<Record<string, number>>
  /** From the incident to the last answer that failed; 0 if none did. */
  readonly until: number
  /** The longest time in which no write was acknowledged. */
  readonly silent: number
  /** From the incident until every machine and every part served again. */
  readonly whole: number
}

const seconds = (milliseconds: number) => Math.round(milliseconds / 100) / 10
const isIn = ({ began, whole }: Incident, call: CallRecord) => call.ended >= began && call.began <= whole

/** What callers noticed of an incident; `isWrite` tells the acknowledged writes. */
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

/** Failed calls that no incident explains. */
export const unexplained = (incidents: readonly Incident[], calls: readonly CallRecord[]): CallRecord[] =>
  calls.filter((call) => !call.isFine && !incidents.some((incident) => isIn(incident, call)))
