import { percentiles, type Figure } from './figure.ts'

/** Milliseconds after which a comparison is not repeated: a plain query may take half a minute. */
const besideTime = 5000
/** Only the median of the comparison is reported, so a few runs spread over all turns suffice. */
const besideRuns = 12

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

export interface Turns {
  readonly name: string
  readonly runs: number
  /** Each receives the number of the run, from 0, so that it can vary the request. */
  readonly ours: (run: number) => Promise<unknown>
  readonly beside: { readonly what: string; readonly run: (run: number) => Promise<unknown> }
  /** Sends the statements that ours sends to the database. */
  readonly ownSql?: () => Promise<unknown>
  /** Runs the comparison before the turns, because it reads so much that the next turn would find its caches empty. */
  readonly apart?: boolean
  /** Targets of the 95th percentile, and of the time added to the median of its own SQL (milliseconds). */
  readonly p95?: number
  readonly added?: number
}

/** Measures two things in turns, so that other load on the machine affects both. */
export async function inTurns({ name, runs, ours, beside, ownSql, apart = false, p95, added }: Turns): Promise<Figure> {
  const mine: number[] = []
  const theirs: number[] = []
  const own: number[] = []
  const every = Math.ceil(runs / besideRuns)
  async function besideTurn(run: number): Promise<void> {
    if (run % every !== 0) return
    if (theirs.reduce((sum, time) => sum + time, 0) < besideTime) theirs.push(await timed(() => beside.run(run)))
  }
  await beside.run(0)
  if (apart) for (let run = 0; run < runs; run += 1) await besideTurn(run)
  const warm = Math.min(3, runs)
  for (let run = 0; run < warm; run += 1) await ours(run)
  await ownSql?.()
  for (let run = 0; run < runs; run += 1) {
    mine.push(await timed(() => ours(run)))
    if (ownSql) own.push(await timed(ownSql))
    if (!apart) await besideTurn(run)
  }
  const [a, b] = [percentiles(mine), percentiles(theirs)]
  const targets = [...(p95 === undefined ? [] : [`p95 < ${p95}`]), ...(added === undefined ? [] : [`+${added}`])]
  const sql = own.length > 0 ? percentiles(own).p50 : undefined
  const met = (p95 === undefined || a.p95 < p95) && (added === undefined || a.p50 - (sql ?? b.p50) <= added)
  return {
    name,
    unit: 'ms',
    ours: a.p50,
    p95: a.p95,
    beside: { what: beside.what, value: b.p50, p95: b.p95 },
    ...(sql === undefined ? {} : { ownSql: sql }),
    ...(targets.length > 0 ? { target: { text: targets.join(', '), met } } : {}),
  }
}
