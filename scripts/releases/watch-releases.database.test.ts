import { startTestApi, type TestApi, type TestClient } from '@adsite/api/testing'
import { endpoints, type BeaconPhase, type ReleaseBeacon, type ReleaseChange, type Role } from '@adsite/contract'
import { freeze, openRegistry, promote, repair, rollback, unfreeze } from '@adsite/release'
import { openWorkbench, type Workbench } from '@adsite/release/testing'
import { rm } from 'node:fs/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { releasesOf } from './releases.ts'
import { releaseWatch } from './watch-releases.ts'

const [a, b] = ['1.0.0-a', '1.1.0-b']
const testers = ['advertiser', 'agency', 'rep', 'ptd'] as const satisfies readonly Role[]
let bench: Workbench
let api: TestApi
let clients: TestClient[]
let lines: { msg: string; unit?: string; why?: string }[]
const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })

beforeAll(async () => {
  bench = await openWorkbench()
  api = await startTestApi({ releases: releasesOf(bench.registry) })
  clients = await Promise.all(testers.map((role) => api.signIn(role)))
  await bench.release('shell', '1.0.0-s')
})
afterAll(async () => {
  await api.close()
  await bench.remove()
})
let watch: ReturnType<typeof releaseWatch>
beforeEach(() => {
  lines = []
  watch = releaseWatch(bench.registry, api.db, api.housekeeping.tellOperators, logger)
})

const pointer = async (unit: string) => (await bench.registry.readPointer('stable', unit))!.pointer

/** A remote with `b` promoted over `a`. */
async function promoteSecond(unit: string): Promise<void> {
  await bench.release(unit, a)
  await bench.publish(unit, await bench.writeRemote(unit, b))
  await promote(bench.registry, { unit, build: b, channel: 'stable', who: 'mika', why: null })
}

/** Each of these accounts' pages reports the same this many times. */
async function tell(
  unit: string,
  build: string,
  phase: BeaconPhase,
  { ok, times = 5, by = clients }: { ok: boolean; times?: number; by?: TestClient[] },
) {
  const beacon: ReleaseBeacon = { remote: unit, build, canary: false, phase, ok }
  const sent = by.map((client) => client.call(endpoints.release.beacon, { body: { beacons: Array.from({ length: times }, () => beacon) } }))
  for (const response of await Promise.all(sent)) expect(response.status).toBe(204)
}

/** As if what was told of a unit until now had been told ten minutes earlier. */
const passTime = (unit: string) =>
  api.pool.query(`update release_beacons set minute = minute - interval '10 minutes' where unit = $1`, [unit])

test('a build whose pages fail goes back by itself, with the evidence in the history; another remote stays', async () => {
  await promoteSecond('ad')
  await promoteSecond('op')
  await tell('ad', a, 'mount', { ok: true })
  await tell('ad', b, 'entry', { ok: false })
  await tell('op', a, 'mount', { ok: true })
  await tell('op', b, 'mount', { ok: true })
  await watch()
  expect(await pointer('ad')).toMatchObject({ rev: 3, stable: a, bad: [b] })
  expect(await pointer('op')).toMatchObject({ rev: 2, stable: b, bad: [] })
  expect(lines.map(({ msg }) => msg)).toEqual(['a build was rolled back by itself'])

  const admin = await api.signIn('admin')
  const { data } = (await (await admin.call(endpoints.release.history, { params: { unit: 'ad' } })).json()) as { data: ReleaseChange[] }
  expect(data[0]).toMatchObject({
    action: 'rollback',
    automatic: true,
    from: b,
    to: a,
    evidence: {
      tried: { build: b, loads: 20, failed: 20, rate: 1, failing_accounts: 4 },
      against: { build: a, loads: 20, failed: 0, rate: 0, failing_accounts: 0 },
    },
  })

  // A second time within the hour, a person has to decide, and is asked once.
  await passTime('ad')
  await promote(bench.registry, { unit: 'ad', build: b, channel: 'stable', who: 'mika', why: 'it was the line' })
  await tell('ad', b, 'entry', { ok: false })
  await watch()
  expect(await pointer('ad')).toMatchObject({ rev: 4, stable: b })
  await watch()
  const asked = lines.filter(({ msg }) => msg === 'a build fails: somebody has to decide')
  expect(asked).toMatchObject([{ unit: 'ad', why: 'second' }])
})

test('a build that was promoted again after its cause was mended stays, until it fails again', async () => {
  await promoteSecond('w0')
  await tell('w0', a, 'mount', { ok: true })
  await tell('w0', b, 'entry', { ok: false })
  await passTime('w0')
  await rollback(bench.registry, { unit: 'w0', channel: 'stable', who: 'mika', reason: 'blank' })
  await promote(bench.registry, { unit: 'w0', build: b, channel: 'stable', who: 'mika', why: 'it was the line' })
  await watch()
  expect(await pointer('w0')).toMatchObject({ rev: 4, stable: b, bad: [] })
  // The build before it is still known by what was told of it then.
  await tell('w0', b, 'entry', { ok: false })
  await watch()
  expect(await pointer('w0')).toMatchObject({ rev: 5, stable: a, bad: [b] })
})

test('two accounts alone, however much they send, move nothing; neither do failures of both builds', async () => {
  await promoteSecond('md')
  await tell('md', a, 'mount', { ok: true })
  for (let turn = 0; turn < 5; turn++) await tell('md', b, 'entry', { ok: false, times: 50, by: clients.slice(0, 2) })
  await watch()
  expect(await pointer('md')).toMatchObject({ stable: b, bad: [] })
  await tell('md', b, 'render', { ok: false })
  await tell('md', a, 'render', { ok: false })
  await tell('md', b, 'mount', { ok: true })
  await watch()
  expect(await pointer('md')).toMatchObject({ stable: b, bad: [] })
  expect(lines.filter(({ unit }) => unit === 'md')).toEqual([])
})

test('a shell that fails stays, and a person is asked once; broken areas and unanswered calls are not held against it', async () => {
  await bench.publish('shell', await bench.writeShell('1.1.0-s'))
  await promote(bench.registry, { unit: 'shell', build: '1.1.0-s', channel: 'stable', who: 'mika', why: null })
  await tell('shell', '1.0.0-s', 'mount', { ok: true })
  await tell('shell', '1.1.0-s', 'api', { ok: false })
  await tell('md', b, 'mount', { ok: false })
  await watch()
  const asked = () => lines.filter(({ unit }) => unit === 'shell')
  expect(asked()).toEqual([])
  await tell('shell', '1.1.0-s', 'render', { ok: false })
  await watch()
  await watch()
  expect(asked()).toMatchObject([{ msg: 'a build fails: somebody has to decide', why: 'shell' }])
  expect(await pointer('shell')).toMatchObject({ stable: '1.1.0-s', bad: [] })
})

test('while the database is away nothing is rolled back, and the next look goes on', async () => {
  await promoteSecond('zz')
  await tell('zz', a, 'mount', { ok: true })
  await tell('zz', b, 'entry', { ok: false })
  await api.db.execute('alter table release_beacons rename to away')
  await watch()
  expect(await pointer('zz')).toMatchObject({ rev: 2, stable: b })
  expect(lines.every(({ msg }) => msg === 'a unit was not watched') && lines.length > 0).toBe(true)
  await api.db.execute('alter table away rename to release_beacons')
  await watch()
  expect(await pointer('zz')).toMatchObject({ rev: 3, stable: a })
})

/** What operators were told of a unit, oldest first. */
async function toldOf(unit: string) {
  const columns = "outcome, build, since, details ->> 'target' as target, details ->> 'command' as command"
  const { rows } = await api.pool.query(`select ${columns} from release_incidents where unit = $1 order by id`, [unit])
  return rows
}

test('of two processes that watch at the same time one rolls back, and the operators are told once', async () => {
  await promoteSecond('w1')
  await tell('w1', a, 'mount', { ok: true })
  await tell('w1', b, 'entry', { ok: false })
  const other = openRegistry(bench.stored())
  const second = releaseWatch(other, api.db, api.housekeeping.tellOperators, logger)
  await Promise.all([watch(), second(), watch(), second()])
  await Promise.all([watch(), second()])
  expect(await pointer('w1')).toMatchObject({ rev: 3, stable: a, bad: [b] })
  const [incident, ...more] = await toldOf('w1')
  expect(more).toEqual([])
  expect(incident).toEqual({ outcome: 'rolled_back', build: b, since: 3, target: a, command: `release promote w1 ${b}` })

  // Promoted again within the hour, it is a question; once too, whoever freezes it meanwhile, since that is another.
  await passTime('w1')
  await promote(bench.registry, { unit: 'w1', build: b, channel: 'stable', who: 'mika', why: null })
  await tell('w1', b, 'entry', { ok: false })
  await Promise.all([watch(), second()])
  const by = { unit: 'w1', channel: 'stable', who: 'mika' }
  await freeze(bench.registry, { ...by, reason: 'sale' })
  await Promise.all([watch(), second()])
  await unfreeze(bench.registry, { ...by, reason: 'over' })
  await Promise.all([watch(), second()])
  const back = `release rollback w1 --from ${b} --reason '${b} failed in 100% of its loads (20 of 20), ${a} failed in 0% of its loads (0 of 20)'`
  expect((await toldOf('w1')).slice(1)).toEqual([
    { outcome: 'second', build: b, since: 4, target: null, command: back },
    { outcome: 'frozen', build: b, since: 4, target: null, command: back },
  ])
})

test('what the process that rolled back could not tell, the next look tells; a rollback by hand is not told', async () => {
  await promoteSecond('w2')
  await tell('w2', a, 'mount', { ok: true })
  await tell('w2', b, 'entry', { ok: false })
  const dying = releaseWatch(bench.registry, api.db, () => Promise.reject(new Error('killed')), logger)
  await dying()
  expect(await pointer('w2')).toMatchObject({ rev: 3, stable: a })
  expect(await toldOf('w2')).toEqual([])
  await watch()
  expect(await toldOf('w2')).toMatchObject([{ outcome: 'rolled_back', build: b, target: a }])

  await promoteSecond('w3')
  await rollback(bench.registry, { unit: 'w3', channel: 'stable', who: 'mika', reason: 'blank' })
  await watch()
  expect(await toldOf('w3')).toEqual([])
})

test('a canary that goes back is told by its own name, and what its accounts get now', async () => {
  await bench.release('w4', a)
  await bench.publish('w4', await bench.writeRemote('w4', b))
  const change = { unit: 'w4', channel: 'stable', who: 'mika' }
  await promote(bench.registry, { ...change, build: b, why: null, canary: { percent: 50 } })
  await rollback(bench.registry, { ...change, who: 'automatic', reason: 'failed' })
  await watch()
  expect(await toldOf('w4')).toMatchObject([{ outcome: 'rolled_back', build: b, target: a }])
})

test('a unit that is served from its log is told once, and again when it was repaired and is lost again', async () => {
  await bench.release('w5', a)
  const lose = () => rm(bench.stored('ch', 'stable', 'w5.json'))
  const change = { unit: 'w5', channel: 'stable', who: 'mika' }
  // With a log of one entry alone, a promotion that has just begun looks the same.
  await freeze(bench.registry, { ...change, reason: 'sale' })
  await lose()
  await Promise.all([watch(), watch()])
  await watch()
  expect(await toldOf('w5')).toEqual([{ outcome: 'degraded', build: a, since: 2, target: null, command: 'release repair w5' }])
  await repair(bench.registry, change)
  await watch()
  expect(await toldOf('w5')).toHaveLength(1)
  await lose()
  await watch()
  expect(await toldOf('w5')).toHaveLength(2)
})
