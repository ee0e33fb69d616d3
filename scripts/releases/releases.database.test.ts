import { emailOf, startTestApi, type TestApi, type TestClient } from '@adsite/api/testing'
import { endpoints, type Endpoint, type ReleaseChange, type ReleaseUnitWithLoads } from '@adsite/contract'
import { promote, rollback } from '@adsite/release'
import { openReadOnly, openWorkbench, type Workbench } from '@adsite/release/testing'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { releasesOf } from './releases.ts'

const { release } = endpoints
const [a, b] = ['1.0.0-a', '1.1.0-b']
let bench: Workbench
let api: TestApi
let admin: TestClient

beforeAll(async () => {
  bench = await openWorkbench()
  await bench.release('shell', '1.0.0-s')
  for (const unit of ['md', 'ad', 'zz']) await bench.release(unit, a)
  for (const unit of ['ad', 'md', 'zz']) await bench.publish(unit, await bench.writeRemote(unit, b))
  api = await startTestApi({ releases: releasesOf(bench.registry) })
  admin = await api.signIn('admin')
})
afterAll(async () => {
  await api.close()
  await bench.remove()
})

async function answer<T>(endpoint: Endpoint, options: Parameters<TestClient['call']>[1] = {}): Promise<{ status: number } & T> {
  const response = await admin.call(endpoint, options)
  return { status: response.status, ...((await response.json()) as T) }
}
const units = async () => (await answer<{ data: ReleaseUnitWithLoads[] }>(release.list)).data
const unit = async (name: string) => (await units()).find((one) => one.unit === name)!
const changes = async (name: string) => (await answer<{ data: ReleaseChange[] }>(release.history, { params: { unit: name } })).data
const act = (endpoint: Endpoint, name: string, body: object, headers = {}) =>
  answer<{ code?: string; message?: string; data?: object }>(endpoint, { params: { unit: name }, body, headers })

test('every unit of the registry, a fourth area too, with the loads of its builds', async () => {
  const seen = { remote: 'zz', canary: false, build: a }
  await admin.call(release.beacon, {
    body: {
      beacons: [
        { ...seen, phase: 'mount', ok: true },
        { ...seen, phase: 'entry', ok: false },
      ],
    },
  })
  const all = await units()
  expect(all.map((one) => one.unit)).toEqual(['shell', 'ad', 'md', 'zz'])
  expect(all[0]).toMatchObject({ can_try: false, title: null, stable: '1.0.0-s' })
  expect(all[3]).toMatchObject({
    can_try: true,
    title: { ja: 'zz', en: 'zz' },
    rev: 1,
    stable: a,
    canary: null,
    last_known_good: [],
    frozen: false,
    changed: { who: 'fixture', action: 'promote', automatic: false },
    loads: [{ build: a, worked: 1, failed: 1, accounts: 1, failing_accounts: 1 }],
  })
  const { data } = await answer<{ data: { build: string }[] }>(release.builds, { params: { unit: 'zz' } })
  expect(data.map(({ build }) => build)).toEqual([b, a])
})

test('a trial by share and accounts, everybody, and back, under the name of who did it', async () => {
  const who = expect.stringContaining(` <${emailOf('admin')}>`)
  const tried = await act(release.canary, 'ad', { rev: 1, build: b, percent: 5, accounts: [31, 12], reason: '新しい一覧' })
  expect(tried).toMatchObject({ status: 200, data: { rev: 2, build: a, canary: { build: b, percent: 5, accounts: [12, 31] } } })
  expect(JSON.stringify(await units())).not.toContain('salt')
  const wider = await act(release.canary, 'ad', { rev: 2, build: b, percent: 50, accounts: [] })
  expect(wider).toMatchObject({ data: { rev: 3, canary: { percent: 50, accounts: [] } } })
  expect(await act(release.promote, 'ad', { rev: 3, build: b })).toMatchObject({ data: { rev: 4, build: b, canary: null } })
  expect(await unit('ad')).toMatchObject({ stable: b, last_known_good: [a], changed: { who, action: 'promote', ended_canary: b } })
  const back = await act(release.rollback, 'ad', { rev: 4, reason: '  一覧が空になる ' })
  expect(back).toMatchObject({ status: 200, data: { rev: 5, build: a } })
  expect(await unit('ad')).toMatchObject({ stable: a, bad: [b] })
  expect((await changes('ad'))[0]).toMatchObject({ who, action: 'rollback', from: b, to: a, why: '一覧が空になる', took_effect: true })
})

test('a trial that is ended is not marked bad; what goes back, and what cannot, is said in advance', async () => {
  const { rev } = await unit('zz')
  await act(release.canary, 'zz', { rev, build: b, percent: 5, accounts: [] })
  expect(await act(release.endCanary, 'zz', { rev: rev! + 1, reason: '確認が済んだため' })).toMatchObject({
    status: 200,
    data: { ended_canary: b, canary: null },
  })
  expect(await unit('zz')).toMatchObject({ stable: a, bad: [], way_back: { build: null, passed_over: [], command: null } })
  expect((await changes('zz'))[0]).toMatchObject({ action: 'end_canary', ended_canary: b, why: '確認が済んだため' })
  const again = await act(release.endCanary, 'zz', { rev: rev! + 2 })
  expect(again).toMatchObject({ status: 409, code: 'action_blocked', message: expect.stringContaining('試行中のビルドはありません。') })
  await act(release.promote, 'zz', { rev: rev! + 2, build: b })
  expect(await unit('zz')).toMatchObject({ way_back: { build: a } })
  await act(release.rollback, 'zz', { rev: rev! + 3, reason: '元に戻す' })
})

test('a protected unit is taken back to builds that ran, and not forward', async () => {
  await bench.release('op', a)
  await bench.release('op', b)
  await bench.publish('op', await bench.writeRemote('op', '1.2.0-c'))
  const guarded = await startTestApi({ releases: releasesOf(bench.registry, { protectedUnits: ['op'] }) })
  try {
    const client = await guarded.signIn('admin')
    const call = async (endpoint: Endpoint, body: object) => {
      const response = await client.call(endpoint, { params: { unit: 'op' }, body })
      return { status: response.status, body: JSON.stringify(await response.json()) }
    }
    const refused = { status: 409, body: expect.stringContaining('このユニットは保護されています。') }
    expect(await call(release.promote, { rev: 2, build: '1.2.0-c' })).toMatchObject(refused)
    expect(await call(release.canary, { rev: 2, build: '1.2.0-c', percent: 5, accounts: [] })).toMatchObject(refused)
    expect(await call(release.rollback, { rev: 2, build: '1.2.0-c', reason: 'x' })).toMatchObject(refused)
    expect(await call(release.rollback, { rev: 2, build: a, reason: 'x' })).toMatchObject({ status: 200 })
    expect(await call(release.freeze, { rev: 3, reason: 'x' })).toMatchObject({ status: 200 })
    const { data } = (await (await client.call(release.list)).json()) as { data: ReleaseUnitWithLoads[] }
    expect(data.filter(({ is_protected }) => is_protected).map(({ unit: name }) => name)).toEqual(['op'])
  } finally {
    await guarded.close()
  }
})

test('a registry that may not be written is a clear refusal', async () => {
  const reader = await startTestApi({ releases: releasesOf(openReadOnly(bench.registry)) })
  try {
    const client = await reader.signIn('admin')
    const { rev } = await unit('md')
    const response = await client.call(release.freeze, {
      params: { unit: 'md' },
      body: { rev: rev!, reason: '繁忙期' },
      headers: { 'Accept-Language': 'ja' },
    })
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('レジストリが読み取り専用のため') })
  } finally {
    await reader.close()
  }
})

test('what was decided on something else is refused, and names who was faster', async () => {
  const { rev } = await unit('md')
  await promote(bench.registry, { unit: 'md', build: b, channel: 'stable', who: 'mika', why: null })
  const late = { rev, reason: '古い画面から' }
  const refused = await act(release.rollback, 'md', late)
  expect(refused).toMatchObject({ status: 409, code: 'conflict' })
  expect(refused.message).toBe(
    'mdをロールバックできませんでした。mika さんが先に変更しました（リビジョン 2）。最新の状態を確認して、もう一度判断してください。',
  )
  const english = await act(release.freeze, 'md', late, { 'Accept-Language': 'en' })
  expect(english.message).toBe('md was not frozen. mika changed it first (revision 2). Review what runs now and decide again.')
  expect(await unit('md')).toMatchObject({ rev: 2, stable: b })
})

test('of several decisions at the same time one is carried out, and the others are told', async () => {
  const { rev } = await unit('zz')
  const reasons = ['一', '二', '三', '四']
  const answers = await Promise.all(reasons.map((reason) => act(release.freeze, 'zz', { rev, reason })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect(answers.filter(({ code }) => code !== undefined).map(({ code }) => code)).toEqual(['conflict', 'conflict', 'conflict'])
  expect(await unit('zz')).toMatchObject({ rev: rev! + 1, frozen: true })
  expect(await act(release.unfreeze, 'zz', { rev: rev! + 1, reason: '元に戻す' })).toMatchObject({ status: 200 })
})

test('refusals say what, why and what to do', async () => {
  const { rev } = await unit('ad')
  const frozen = await act(release.freeze, 'ad', { rev, reason: '繁忙期' })
  expect(frozen).toMatchObject({ status: 200, data: { rev: rev! + 1 } })
  const now = rev! + 1
  const cases = [
    [release.promote, 'ad', { rev: now, build: b }, /^adを公開できませんでした。凍結中です。先に凍結を解除してください。詳細：/u],
    [release.rollback, 'ad', { rev: now, build: b, reason: 'x' }, /不良とされています/u],
    [release.rollback, 'ad', { rev: now, reason: 'x' }, /戻せる正常なビルドがありません/u],
    [release.rollback, 'ad', { rev: now, build: a, reason: 'x' }, /すでに全アカウントで使われています/u],
    [release.promote, 'ad', { rev: now, build: '9.9.9-x' }, /レジストリにありません/u],
    [release.canary, 'shell', { rev: 1, build: '1.0.0-s', percent: 5, accounts: [] }, /試行/u],
  ] as const
  for (const [endpoint, name, body, words] of cases) {
    const refused = await act(endpoint, name, body)
    expect(refused, endpoint.path).toMatchObject({ status: 409, code: 'action_blocked', message: expect.stringMatching(words) })
    expect(refused.message, endpoint.path).not.toMatch(/--reason| {4}at /u)
  }
  expect(await unit('ad')).toMatchObject({ rev: now })
  expect(await act(release.unfreeze, 'ad', { rev: now, reason: '終わり' })).toMatchObject({ status: 200 })
})

test('refusals name a unit as the page does: an area by its title, the shell by its own', async () => {
  const title = { ja: '広告管理', en: 'Advertising' }
  await bench.publish('crm', await bench.writeRemote('crm', a, { manifest: { title } }))
  expect(await act(release.promote, 'crm', { build: a })).toMatchObject({ status: 200, data: { rev: 1 } })
  const english = { 'Accept-Language': 'en' }
  expect((await act(release.endCanary, 'crm', { rev: 1 })).message).toMatch(/^広告管理の試行を終了できませんでした。/u)
  expect((await act(release.endCanary, 'crm', { rev: 1 }, english)).message).toMatch(/^The trial of Advertising was not ended\. /u)
  expect((await act(release.unfreeze, 'shell', { rev: 1, reason: 'x' })).message).toMatch(/^シェルの凍結を解除できませんでした。/u)
  expect((await act(release.unfreeze, 'shell', { rev: 1, reason: 'x' }, english)).message).toMatch(/^Shell was not unfrozen\. /u)
})

test('a unit that there is none of is not found; a reason without words is not taken', async () => {
  for (const name of ['xx', 'Ad', 'a_b']) {
    expect(await answer(release.history, { params: { unit: name } }), name).toMatchObject({ status: 404, code: 'not_found' })
    expect(await act(release.rollback, name, { rev: 1, reason: 'x' }), name).toMatchObject({ status: 404, code: 'not_found' })
    expect(await answer(release.builds, { params: { unit: name } }), name).toMatchObject({ status: 404, code: 'not_found' })
  }
  expect(await act(release.rollback, 'ad', { rev: 1, reason: '   ' })).toMatchObject({
    status: 422,
    errors: { reason: ['必須項目です。'] },
  })
})

test('the history is read in pages, newest first', async () => {
  for (let turn = 0; turn < 12; turn++) {
    await promote(bench.registry, { unit: 'zz', build: b, channel: 'stable', who: 'pipeline', why: null })
    await rollback(bench.registry, { unit: 'zz', build: a, channel: 'stable', who: 'pipeline', reason: 'x' })
  }
  type Page = { data: ReleaseChange[]; page: { next: string | null } }
  const first = await answer<Page>(release.history, { params: { unit: 'zz' } })
  const second = await answer<Page>(release.history, { params: { unit: 'zz' }, query: { before: first.page.next! } })
  const revs = [...first.data, ...second.data].map(({ rev }) => rev)
  expect([first.data.length, second.page.next]).toEqual([20, null])
  expect(revs).toEqual(revs.map((_, index) => revs[0]! - index))
  expect(revs.at(-1)).toBe(1)
})

test('the history tells the entries of the log that are damaged or missing, each on its page', async () => {
  const object = (rev: number) => `log/stable/zz/${rev}.json`
  const { rev } = await unit('zz')
  await writeFile(bench.stored(object(rev! - 1)), '{"rev": ')
  await rm(bench.stored(object(2)))
  type Page = { data: ReleaseChange[]; damaged: object[]; page: { next: string | null } }
  const first = await answer<Page>(release.history, { params: { unit: 'zz' } })
  expect(first.damaged).toEqual([{ rev: rev! - 1, object: object(rev! - 1) }])
  expect([first.data.length, first.page.next]).toEqual([19, String(rev! - 19)])
  const second = await answer<Page>(release.history, { params: { unit: 'zz' }, query: { before: first.page.next! } })
  expect([second.damaged, second.page.next]).toEqual([[{ rev: 2, object: object(2) }], null])
  expect(second.data.at(-1)?.rev).toBe(1)
})

test('a build that runs and cannot be read is told, and can be left', async () => {
  const { rev } = await unit('zz')
  await act(release.promote, 'zz', { rev, build: b })
  const key = `r/zz/${b}/release.json`
  const whole = await readFile(bench.stored(key))
  expect(await unit('zz')).toMatchObject({ stable: b, unusable: [] })
  await writeFile(bench.stored(key), '{')
  expect(await unit('zz')).toMatchObject({ stable: b, fault: null, unusable: [{ build: b, why: `${key} is not JSON` }] })
  await act(release.rollback, 'zz', { rev: rev! + 1, reason: '壊れたため' })
  expect(await unit('zz')).toMatchObject({ stable: a, unusable: [] })
  await writeFile(bench.stored(key), whole)
})

test('what is so already is refused in the words of the page, and is no revision', async () => {
  const { rev, stable } = await unit('md')
  const trial = { build: a, percent: 5, accounts: [7] }
  expect(await act(release.canary, 'md', { rev, ...trial })).toMatchObject({ status: 200, data: { rev: rev! + 1 } })
  expect(await act(release.freeze, 'zz', { rev: (await unit('zz')).rev, reason: 'x' })).toMatchObject({ status: 200 })
  const zz = (await unit('zz')).rev
  const again = [
    await act(release.canary, 'md', { rev: rev! + 1, ...trial }),
    await act(release.freeze, 'zz', { rev: zz, reason: 'x' }),
    await act(release.unfreeze, 'md', { rev: rev! + 1, reason: 'x' }),
  ]
  for (const refused of again) {
    expect(refused).toMatchObject({
      status: 409,
      code: 'action_blocked',
      message: expect.stringContaining('すでにその状態のため、何も変更していません。'),
    })
  }
  expect([(await unit('md')).rev, (await unit('zz')).rev]).toEqual([rev! + 1, zz])
  expect(await act(release.endCanary, 'md', { rev: rev! + 1 })).toMatchObject({ status: 200 })
  const { rev: now } = await unit('md')
  expect(await act(release.promote, 'md', { rev: now, build: stable })).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^mdを公開できませんでした。すでにその状態のため、何も変更していません。/u),
  })
  expect(await unit('md')).toMatchObject({ rev: now, stable })
})

test('a damaged pointer names itself and hides none of the others', async () => {
  await writeFile(bench.stored('ch', 'stable', 'md.json'), '{"rev": ')
  expect((await unit('md')).fault).toContain('ch/stable/md.json')
  // A change is refused with what helps, which is the log and not a backup.
  expect(await act(release.freeze, 'md', { rev: 3, reason: 'x' })).toMatchObject({
    status: 409,
    message: expect.stringContaining('ユニットの状態は「release repair」で履歴から復元できます。'),
  })
  expect(await unit('ad')).toMatchObject({ stable: a, fault: null })
})
