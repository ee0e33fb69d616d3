import { startTestApi, TestClient, type TestApi } from '@adsite/api/testing'
import { createToken, revokeToken, type CreateTokenOptions } from '@adsite/release'
import { networkVerbs, openWorkbench, type Workbench } from '@adsite/release/testing'
import { Hono } from 'hono'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { releaseCalls } from './release-calls.ts'

const channel = 'stable'
const every: CreateTokenOptions['scopes'] = ['publish', 'canary', 'promote', 'rollback', 'freeze', 'repair', 'prune']
let bench: Workbench
let api: TestApi
let app: Hono

beforeAll(async () => {
  bench = await openWorkbench()
  api = await startTestApi()
  app = siteWith(api)
  await bench.release('shell', '1.0.0-s')
  for (const unit of ['crm', 'ad']) {
    await bench.release(unit, '1.0.0-a')
    for (const build of ['1.1.0-b', '1.2.0-c']) await bench.publish(unit, await bench.writeRemote(unit, build))
  }
})
afterAll(async () => {
  await api.close()
  await bench.remove()
})
let last: number
beforeEach(async () => {
  await api.pool.query('delete from login_failures')
  const { rows } = await api.pool.query<{ id: number }>('select coalesce(max(id), 0)::int as id from security_events')
  last = rows[0]?.id ?? 0
})

function siteWith({ api: host }: TestApi): Hono {
  return new Hono().route('/', host.app).route('/', releaseCalls(bench.registry, host, pino({ level: 'silent' })))
}

const tokenFor = async (name: string, units: readonly string[], scopes = every) =>
  createToken(bench.registry, { name, units, scopes, days: 1, who: 'mika' })

/** Calls a verb from an address, as a client of this name. */
async function call(token: string, verb: string, options: object, { address = '192.0.2.1', headers = {} } = {}) {
  const body = JSON.stringify({ options })
  const init = { method: 'POST', body, headers: { Authorization: `Bearer ${token}`, ...headers } }
  const answer = await new TestClient(app, address).request(`/registry/verbs/${verb}`, init)
  const json = (await answer.json()) as { error?: { code: string } }
  return { status: answer.status, wait: answer.headers.get('Retry-After'), code: json.error?.code ?? null }
}

interface Event {
  readonly kind: string
  readonly outcome: string
  readonly actor: string | null
  readonly address: string
  readonly target: string
  readonly detail: string
}

/** What the audit has since the test began, oldest first. */
async function audited(count: number): Promise<Event[]> {
  const read = async () => {
    const columns = 'kind, outcome, actor, address, target, detail'
    const { rows } = await api.pool.query<Event>(`select ${columns} from security_events where id > $1 order by id`, [last])
    return rows
  }
  await expect.poll(read).toHaveLength(count)
  return read()
}

describe('the audit of releases over the network', () => {
  test('has each verb with the token, the unit, the build and what came of it', async () => {
    const { secret } = await tokenFor('crm pipeline', ['crm', 'ad'])
    const on = { channel, unit: 'crm' }
    const set = (build: string) => ['crm', 'ad'].map((unit) => ({ unit, build }))
    const made: [verb: string, options: object, target: string, said: string][] = [
      ['status', on, 'crm', 'read'],
      ['history', on, 'crm', 'read'],
      ['diff', { unit: 'crm', from: '1.0.0-a', to: '1.1.0-b' }, 'crm', 'read'],
      ['doctor', on, 'crm', 'read'],
      ['promote', { ...on, build: '1.1.0-b', why: null, canary: { percent: 5 } }, 'crm', 'crm runs 1.0.0-a, tries 1.1.0-b (revision 2)'],
      ['endCanary', { ...on, why: null }, 'crm', 'crm runs 1.0.0-a (revision 3)'],
      ['promote', { ...on, build: '1.1.0-b', why: null }, 'crm', 'crm runs 1.1.0-b (revision 4)'],
      ['freeze', { ...on, reason: 'sale' }, 'crm', 'crm runs 1.1.0-b (revision 5)'],
      ['unfreeze', { ...on, reason: 'over' }, 'crm', 'crm runs 1.1.0-b (revision 6)'],
      ['rollback', { ...on, reason: 'blank', from: '1.1.0-b' }, 'crm', 'crm runs 1.0.0-a (revision 7)'],
      [
        'promoteTogether',
        { channel, builds: set('1.2.0-c'), why: null },
        'crm,ad',
        'crm runs 1.2.0-c (revision 8); ad runs 1.2.0-c (revision 2)',
      ],
      ['rollbackSet', { ...on, reason: 'x' }, 'crm,ad', 'crm runs 1.0.0-a (revision 9); ad runs 1.0.0-a (revision 3)'],
      ['rollbackTogether', { channel, builds: [{ unit: 'ad', build: '1.1.0-b' }], reason: 'y' }, 'ad', 'ad runs 1.1.0-b (revision 4)'],
      ['repair', on, 'crm', 'crm runs 1.0.0-a (revision 9)'],
      ['prune', { unit: 'crm', days: 30, dryRun: true }, 'crm', 'removed nothing'],
    ]
    for (const [verb, options] of made) expect(await call(secret, verb, options), verb).toMatchObject({ code: null })
    const events = await audited(made.length)
    const expected = made.map(([verb, options, target, said]) => ({
      kind: 'release',
      outcome: 'DONE',
      actor: 'crm pipeline',
      address: '192.0.2.1',
      target: `release ${target}`,
      detail: `${verb} · ${said} · ${JSON.stringify(options)}`,
    }))
    expect(events).toEqual(expected)
    expect(new Set(made.map(([verb]) => verb))).toEqual(new Set(Object.keys(networkVerbs)))
  })

  test('has a published build, and one that is refused by its name', async () => {
    const { secret, id } = await tokenFor('crm pipeline', ['crm'])
    const from = bench.stored('r', 'crm', '1.2.0-c')
    const release = await readFile(join(from, 'release.json'), 'utf8')
    const { files } = v.parse(v.pipe(v.string(), v.parseJson(), v.object({ files: v.record(v.string(), v.unknown()) })), release)
    const send = async (sent: string) => {
      const body = new FormData()
      body.set('release', sent)
      for (const path of Object.keys(files)) body.set(`file:${path}`, new Blob([await readFile(join(from, path))]), 'file')
      const init = { method: 'POST', body, headers: { Authorization: `Bearer ${secret}` } }
      return (await new TestClient(app).request('/registry/builds/crm', init)).status
    }
    expect(await send(release)).toBe(200)
    expect(await send(release.replace('"1.2.0-c"', '"1.9.0-x"'))).toBe(422)
    await revokeToken(bench.registry, { id, who: 'mika' })
    expect(await send(release)).toBe(401)
    const publishing = { target: 'release crm', actor: 'crm pipeline', kind: 'release' }
    expect(await audited(3)).toMatchObject([
      { ...publishing, outcome: 'DONE', detail: 'publish · 1.2.0-c is published · {"build":"1.2.0-c"}' },
      { ...publishing, outcome: 'REFUSED', detail: expect.stringMatching(/^publish · signature_invalid: .* · \{"build":"1\.9\.0-x"\}$/u) },
      {
        kind: 'refusal',
        outcome: 'REFUSED',
        actor: null,
        target: 'POST /registry/builds/crm',
        detail: expect.stringContaining('was revoked'),
      },
    ])
  })

  test('has who was refused, and why; two tokens that say the same at once are two', async () => {
    const [one, other] = [await tokenFor('one', ['crm'], ['rollback']), await tokenFor('other', ['crm'], ['rollback'])]
    const options = { channel, unit: 'ad', reason: 'x' }
    expect(await call('nobody', 'rollback', options)).toMatchObject({ status: 401 })
    expect(await call(one.secret, 'rollback', options)).toMatchObject({ status: 403 })
    expect(await call(other.secret, 'rollback', options)).toMatchObject({ status: 403 })
    expect(await call(one.secret, 'promote', { channel, unit: 'crm', build: '1.1.0-b', why: null })).toMatchObject({ status: 403 })
    expect(await call(one.secret, 'deploy', {})).toMatchObject({ status: 422 })
    const refused = { outcome: 'REFUSED', kind: 'release' }
    const foreign = `rollback · not_permitted: it is for crm, not for ad · ${JSON.stringify(options)}`
    expect(await audited(5)).toMatchObject([
      {
        ...refused,
        kind: 'refusal',
        actor: null,
        target: 'POST /registry/verbs/rollback',
        detail: expect.stringContaining('token_refused'),
      },
      { ...refused, actor: 'one', target: 'release ad', detail: foreign },
      { ...refused, actor: 'other', target: 'release ad', detail: foreign },
      { ...refused, actor: 'one', target: 'release crm', detail: expect.stringMatching(/^promote · not_permitted: .*1\.1\.0-b/u) },
      { ...refused, actor: 'one', target: 'POST /registry/verbs/deploy', detail: expect.stringContaining('request_invalid') },
    ])
  })
})

describe('wrong tokens', () => {
  const wrong = (index: number) => `adsite_${String(index).padStart(16, '0')}_${'A'.repeat(43)}`
  const status = { channel, unit: 'crm' }
  const guess = (count: number, address: string) =>
    Promise.all(Array.from({ length: count }, (_, index) => call(wrong(index), 'status', status, { address })))

  test('are limited by address, one after the other or at once; the answer says how long to wait', async () => {
    const { secret } = await tokenFor('crm pipeline', ['crm'])
    const answers = await guess(60, '198.51.100.7')
    expect(answers.filter(({ code }) => code === 'token_refused')).toHaveLength(20)
    const waiting = answers.filter(({ code }) => code === 'too_many_attempts')
    expect(waiting).toHaveLength(40)
    for (const { status: code, wait } of waiting) {
      expect(code).toBe(429)
      expect(Number(wait)).toBeGreaterThan(0)
      expect(Number(wait)).toBeLessThanOrEqual(60)
    }
    expect(await call(secret, 'status', status, { address: '198.51.100.7' })).toMatchObject({ status: 429 })
    // Whoever has another address, in the same network too, notices nothing of it.
    for (const address of ['198.51.100.8', '203.0.113.9'])
      expect(await call(secret, 'status', status, { address })).toMatchObject({ status: 200 })
    await api.pool.query("update login_failures set at = at - interval '61 seconds'")
    expect(await call(secret, 'status', status, { address: '198.51.100.7' })).toMatchObject({ status: 200 })
  })

  test('from everywhere at once stop no valid token', async () => {
    const { secret } = await tokenFor('crm pipeline', ['crm'])
    await api.pool.query("insert into login_failures (key, subject) select 'k' || n, 's' || n from generate_series(1, 4000) n")
    expect(await call(secret, 'status', status)).toMatchObject({ status: 200 })
  })

  test('of one token that a pipeline repeats stop this token alone', async () => {
    const { secret } = await tokenFor('crm pipeline', ['crm'])
    for (let index = 0; index < 20; index++) expect(await call(wrong(1), 'status', status)).toMatchObject({ status: 401 })
    expect(await call(wrong(1), 'status', status)).toMatchObject({ status: 429 })
    expect(await call(secret, 'status', status)).toMatchObject({ status: 200 })
  })

  test('from one IPv6 network count together', async () => {
    for (let index = 0; index < 20; index++)
      expect(await call(wrong(index), 'status', status, { address: `2001:db8:1:2::${index + 1}` })).toMatchObject({ status: 401 })
    expect(await call(wrong(30), 'status', status, { address: '2001:db8:1:2:9::1' })).toMatchObject({ status: 429 })
    expect(await call(wrong(30), 'status', status, { address: '2001:db8:1:3::1' })).toMatchObject({ status: 401 })
  })

  test('count by the address that a trusted proxy names, and by no other that a caller makes up', async () => {
    const from = (last: number) => ({ headers: { 'X-Forwarded-For': `192.0.2.200, 203.0.113.${last}` } })
    for (let index = 0; index < 20; index++) await call(wrong(index), 'status', status, from(index))
    expect(await call(wrong(30), 'status', status, from(30))).toMatchObject({ status: 429 })
    const behind = await startTestApi({ trustedProxy: true })
    const direct = app
    try {
      app = siteWith(behind)
      for (let index = 0; index < 20; index++) await call(wrong(index), 'status', status, from(1))
      expect(await call(wrong(30), 'status', status, from(1))).toMatchObject({ status: 429 })
      expect(await call(wrong(30), 'status', status, from(2))).toMatchObject({ status: 401 })
    } finally {
      app = direct
      await behind.close()
    }
  })

  test('are not counted while the database is away; a rollback works', async () => {
    const { secret } = await tokenFor('crm pipeline', ['crm'])
    await api.pool.query('alter table login_failures rename to away')
    expect(await call(secret, 'status', status)).toMatchObject({ status: 200 })
    expect(await call(wrong(1), 'status', status)).toMatchObject({ status: 401 })
    await api.pool.query('alter table away rename to login_failures')
  })
})
