import { and, eq, gte, inArray, or, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { releaseBeacons } from '../db/schema.ts'
import type { KeyedBeacon } from './describe-failures.ts'

/** Most distinct details (route and error) of a build's failures per minute: by one account, and in total. */
const detailsOfAccount = 5
const detailsOfBuild = 20

export type DetailedBeacon = KeyedBeacon & Required<Pick<KeyedBeacon, 'route' | 'error'>>

const none = { route: '', error: '' }

interface Detail {
  readonly unit: string
  readonly build: string
  readonly route: string
  readonly error: string
  /** Reported by this account. */
  readonly own: boolean
}

const isSaid = ({ route, error }: Pick<Detail, 'route' | 'error'>) => route !== '' || error !== ''
const keyOf = ({ route, error }: Pick<Detail, 'route' | 'error'>) => `${route} ${error}`

/** The details reported for these builds in this minute. */
function readDetails(db: Pick<Database, 'select'>, account_id: number, beacons: readonly KeyedBeacon[]): Promise<Detail[]> {
  const { unit, build, route, error, minute } = releaseBeacons
  const builds = inArray(build, [...new Set(beacons.map((beacon) => beacon.build))])
  const said = or(sql`${route} <> ''`, sql`${error} <> ''`)
  return db
    .select({ unit, build, route, error, own: sql<boolean>`bool_or(${eq(releaseBeacons.account_id, account_id)})` })
    .from(releaseBeacons)
    .where(and(gte(minute, sql`date_trunc('minute', now())`), builds, said))
    .groupBy(unit, build, route, error)
}

/** Drops details beyond this minute's share; the failure itself still counts. Successful first screens have no details. */
export async function boundDetails(
  db: Pick<Database, 'select'>,
  account_id: number,
  beacons: readonly KeyedBeacon[],
): Promise<DetailedBeacon[]> {
  const detailed = beacons.map(({ route = '', error = '', ...beacon }) => ({ ...beacon, ...(beacon.ok ? none : { route, error }) }))
  if (!detailed.some(isSaid)) return detailed
  const said = new Map<string, { readonly all: Set<string>; readonly own: Set<string> }>()
  const saidOf = (unit: string, build: string) => {
    const sets = said.get(`${unit} ${build}`) ?? { all: new Set(), own: new Set() }
    said.set(`${unit} ${build}`, sets)
    return sets
  }
  for (const detail of await readDetails(db, account_id, beacons)) {
    const { all, own } = saidOf(detail.unit, detail.build)
    all.add(keyOf(detail))
    if (detail.own) own.add(keyOf(detail))
  }
  return detailed.map((beacon) => {
    if (!isSaid(beacon)) return beacon
    const key = keyOf(beacon)
    const { all, own } = saidOf(beacon.remote, beacon.build)
    const fits = (own.has(key) || own.size < detailsOfAccount) && (all.has(key) || all.size < detailsOfBuild)
    if (!fits) return { ...beacon, ...none }
    all.add(key)
    own.add(key)
    return beacon
  })
}
