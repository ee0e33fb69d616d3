import { endpoints, notificationText, type Endpoint, type Notification } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { creatives, frames, media, spaces } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { CallOptions, TestClient } from '../testing/client.ts'
import { freshCreative } from '../testing/requests/creative-requests.ts'

let api: TestApi
let admin: TestClient
let pg: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
  pg = await api.signIn('pg')
})
afterAll(() => api.close())

const { frame, medium, notification } = endpoints

async function send(client: TestClient, endpoint: Endpoint, options: CallOptions = {}) {
  const response = await client.call(endpoint, options)
  const text = await response.text()
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, never> }
}
const body = (code: string) => ({ name: `枠 ${code}`, code, space_id: api.fixtures.a.space, width: 300, height: 250 })
async function create(client: TestClient, code: string): Promise<number> {
  const { status, body: answer } = await send(client, frame.create, { body: body(code) })
  expect(status).toBe(201)
  return (answer as unknown as { data: { id: number } }).data.id
}
const read = async (client: TestClient, id: number) => (await send(client, frame.get, { params: { id } })).body['data'] as unknown

beforeEach(async () => {
  await api.db.update(media).set({ status: 'ACTIVE' })
})

describe('a frame', () => {
  test('has a code that tags and files can name: half-width, without blanks; that of a slot which a file brought stays', async () => {
    await create(admin, 'f30a')
    expect(await send(admin, frame.create, { body: body(' ｆ３０ａ　') })).toMatchObject({
      status: 422,
      body: { errors: { code: ['すでに登録されています。'] } },
    })
    for (const code of ['f30\nb', 'f30 b', 'f30\u200bb', '枠30']) {
      expect(await send(admin, frame.create, { body: body(code) })).toMatchObject({
        status: 422,
        body: { errors: { code: ['半角の英数字と記号で、空白を入れずに入力してください。'] } },
      })
    }
    const id = await create(admin, 'brought')
    await api.db.update(frames).set({ code: '枠 30' }).where(eq(frames.id, id))
    expect((await send(admin, frame.update, { params: { id }, body: { version: 1, name: '改名した枠' } })).status).toBe(204)
    expect(await send(admin, frame.update, { params: { id }, body: { version: 2, code: '枠 31' } })).toMatchObject({ status: 422 })
  })

  test('takes one size or every one: no side alone is 0', async () => {
    for (const [size, field] of [
      [{ width: 0 }, 'width'],
      [{ height: 0 }, 'height'],
    ] as const) {
      const words = ['幅と高さは、両方を1以上にするか、サイズを限定しない場合は両方を0にしてください。']
      expect(await send(admin, frame.create, { body: { ...body('side'), ...size } })).toMatchObject({
        status: 422,
        body: { errors: { [field]: words } },
      })
    }
  })

  test('of an older version, with a side of 0, takes every change but that of its size', async () => {
    const words = ['幅と高さは、両方を1以上にするか、サイズを限定しない場合は両方を0にしてください。']
    const id = await create(admin, 'older')
    await api.db.update(frames).set({ width: 0 }).where(eq(frames.id, id))
    const update = (version: number, changes: object) => send(admin, frame.update, { params: { id }, body: { version, ...changes } })
    expect((await update(1, { name: '改名した枠' })).status).toBe(204)
    expect((await update(2, { name: '改名した枠 2', width: 0, height: 250 })).status).toBe(204)
    expect(await update(3, { height: 280 })).toMatchObject({ status: 422, body: { errors: { width: words } } })
    expect((await update(3, { width: 300 })).status).toBe(204)
    expect(await update(4, { width: 0 })).toMatchObject({ status: 422, body: { errors: { width: words } } })
  })

  test('takes group and medium from its space, for a media group on its own media', async () => {
    const id = await create(pg, 'own')
    const { publisherGroup, medium: mediumId, space } = api.fixtures.a
    expect(await read(pg, id)).toMatchObject({
      status: 'PREPARING',
      space_id: space,
      medium_id: mediumId,
      publisher_group_id: publisherGroup,
      refs: { space_id: '枠 a', medium_id: '媒体 a', publisher_group_id: 'グループ a' },
    })
    expect(await send(pg, frame.list, { query: { medium_id: mediumId, q: '枠 OWN' } })).toMatchObject({ body: { page: { total: 1 } } })
  })

  test.for(['pg', 'ptd'] as const)('cannot be put by %s on media of others', async (role) => {
    const client = await api.signIn(role)
    const given = { ...body('foreign'), space_id: api.fixtures.b.space }
    expect(await send(client, frame.create, { body: given })).toMatchObject({
      status: 422,
      body: { errors: { space_id: [expect.any(String)] } },
    })
    const params = { id: api.fixtures.b.frame }
    for (const endpoint of [frame.stop, frame.start, frame.update]) {
      const change = endpoint === frame.update ? { name: 'x' } : endpoint === frame.stop ? { reason: 'x' } : {}
      expect(await send(client, endpoint, { params, body: { version: 1, ...change } })).toMatchObject({ status: 404 })
    }
  })

  test('has a code of its own within its space', async () => {
    await create(admin, 'twice')
    expect(await send(admin, frame.create, { body: body('twice') })).toMatchObject({
      status: 422,
      body: { errors: { code: ['すでに登録されています。'] } },
    })
  })

  test('is not moved, and sets no state, by a body', async () => {
    const id = await create(admin, 'fixed')
    for (const change of [{ space_id: 1 }, { status: 'RUNNING' }, { stop_reason: 'x' }, { publisher_group_id: 1 }]) {
      expect(await send(admin, frame.update, { params: { id }, body: { version: 1, ...change } })).toMatchObject({ status: 422 })
    }
  })
})

describe('stopping', () => {
  test('needs a reason, which stands in the record until it runs again; group and desk are told', async () => {
    const id = await create(pg, 'stop')
    const params = { id }
    expect((await send(pg, frame.start, { params, body: { version: 1 } })).status).toBe(204)
    for (const reason of [undefined, '', ' 　']) {
      const refused = await send(pg, frame.stop, { params, body: { version: 2, ...(reason === undefined ? {} : { reason }) } })
      expect(refused).toMatchObject({ status: 422, body: { errors: { reason: ['必須項目です。'] } } })
    }
    expect((await send(pg, frame.stop, { params, body: { version: 2, reason: ' タグの不具合 ' } })).status).toBe(204)
    expect(await read(pg, id)).toMatchObject({ status: 'STOPPED', stop_reason: 'タグの不具合' })
    for (const role of ['pg', 'ptd'] as const) {
      const { data } = (await send(await api.signIn(role), notification.list)).body as unknown as { data: Notification[] }
      expect(data.filter((notice) => notice.entity_id === id).map((notice) => notificationText(notice, 'ja'))).toEqual([
        '配信枠「枠 stop」が停止されました。理由: タグの不具合',
      ])
    }
    const foreign = await api.signIn('pg', 'b')
    expect(await send(foreign, notification.list)).toMatchObject({ body: { data: [] } })
    expect((await send(pg, frame.restart, { params, body: { version: 3 } })).status).toBe(204)
    expect(await read(pg, id)).toMatchObject({ status: 'RUNNING', stop_reason: null })
  })

  test('a restart asks whether the medium is active, and the record says so beforehand', async () => {
    const id = await create(admin, 'restart')
    const params = { id }
    await send(admin, frame.start, { params, body: { version: 1 } })
    await send(admin, frame.stop, { params, body: { version: 2, reason: '点検' } })
    expect(await read(admin, id)).toMatchObject({ blocked: {} })
    await api.db.update(media).set({ status: 'INACTIVE' }).where(eq(media.id, api.fixtures.a.medium))
    const words = '媒体「媒体 a」が有効ではありません。先に媒体を有効にしてください。'
    expect(await read(admin, id)).toMatchObject({ blocked: { restart: words } })
    const refused = await send(admin, frame.restart, { params, body: { version: 3 } })
    expect(refused).toMatchObject({ status: 409, body: { code: 'action_blocked', message: words } })
    const [row] = await api.db.select({ version: media.version }).from(media).where(eq(media.id, api.fixtures.a.medium))
    await send(admin, medium.activate, { params: { id: api.fixtures.a.medium }, body: { version: row!.version } })
    expect((await send(admin, frame.restart, { params, body: { version: 3 } })).status).toBe(204)
  })

  test('a start and a restart ask whether the space is active: record, dry run and call agree', async () => {
    const [fresh, stopped] = [await create(admin, 'of-space'), await create(admin, 'of-space-too')]
    await send(admin, frame.start, { params: { id: stopped }, body: { version: 1 } })
    await send(admin, frame.stop, { params: { id: stopped }, body: { version: 2, reason: '点検' } })
    const status = (to: 'ACTIVE' | 'INACTIVE') => api.db.update(spaces).set({ status: to }).where(eq(spaces.id, api.fixtures.a.space))
    await status('INACTIVE')
    onTestFinished(async () => void (await status('ACTIVE')))
    const words = '広告枠「枠 a」が有効ではありません。先に広告枠を有効にしてください。'
    for (const [id, action, version] of [
      [fresh, 'start', 1],
      [stopped, 'restart', 3],
    ] as const) {
      expect(await read(pg, id)).toMatchObject({ blocked: { [action]: words } })
      const asked = await send(admin, frame.bulk, { body: { action, ids: [id], dry_run: true } })
      expect(asked.body['data']).toMatchObject({ done: 0, results: [{ code: 'action_blocked', message: words }] })
      const refused = await send(pg, frame[action], { params: { id }, body: { version } })
      expect(refused).toMatchObject({ status: 409, body: { code: 'action_blocked', message: words } })
    }
    await status('ACTIVE')
    expect((await send(pg, frame.start, { params: { id: fresh }, body: { version: 1 } })).status).toBe(204)
  })

  test('a start waits for who archives the medium at that moment, and is refused', async () => {
    const id = await create(admin, 'at-once')
    const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const archived = api.db.transaction(async (transaction) => {
      await transaction.update(media).set({ status: 'ARCHIVED' }).where(eq(media.id, api.fixtures.a.medium))
      held.resolve()
      await end.promise
    })
    await held.promise
    const started = send(admin, frame.start, { params: { id }, body: { version: 1 } })
    await vi
      .waitFor(async () => {
        const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        expect((await api.db.execute(waiting)).rows).toHaveLength(1)
      }, 60_000)
      .finally(end.resolve)
    await archived
    expect(await started).toMatchObject({ status: 409, body: { code: 'action_blocked' } })
    await api.db.update(media).set({ status: 'ACTIVE' }).where(eq(media.id, api.fixtures.a.medium))
  })
})

describe('the default creative', () => {
  const put = (client: TestClient, id: number, version: number, change: object) =>
    send(client, frame.update, { params: { id }, body: { version, ...change } })

  test('has been approved, is not paused, and is as large as the frame', async () => {
    const id = await create(admin, 'default')
    const draft = (await freshCreative(api, admin, 'DRAFT')).params.id
    const approved = (await freshCreative(api, admin, 'APPROVED')).params.id
    expect(await put(admin, id, 1, { default_creative_id: draft })).toMatchObject({
      status: 422,
      body: { errors: { default_creative_id: ['承認済みで、停止中でないクリエイティブを選んでください。'] } },
    })
    expect((await put(admin, id, 1, { default_creative_id: approved })).status).toBe(204)
    expect(await read(admin, id)).toMatchObject({ default_creative_id: approved, refs: { default_creative_id: '新しいバナー' } })
    const words = '既定クリエイティブの大きさ（300×250px）と配信枠の大きさを同じにしてください。'
    expect(await put(admin, id, 2, { width: 336 })).toMatchObject({ status: 422, body: { errors: { width: [words] } } })
    const other = { ...body('other-size'), width: 728, height: 90, default_creative_id: approved }
    expect(await send(admin, frame.create, { body: other })).toMatchObject({
      status: 422,
      body: { errors: { default_creative_id: [words] } },
    })
    expect((await send(admin, frame.create, { body: { ...other, width: 0, height: 0 } })).status).toBe(201)
    await api.db.update(creatives).set({ user_status: 'PAUSED' }).where(eq(creatives.id, approved))
    expect(await send(admin, frame.create, { body: { ...body('paused'), default_creative_id: approved } })).toMatchObject({ status: 422 })
    const offered = async (query: object) => {
      const { body: found } = await send(admin, endpoints.shown_creative.select, { query: { ...query } })
      return (found['data'] as unknown as { id: number }[]).map((one) => one.id)
    }
    const shown = (await freshCreative(api, admin, 'APPROVED')).params.id
    const choice = await offered({ q: '新しいバナー' })
    expect(choice).toContain(shown)
    expect(choice).not.toContain(draft)
    expect(choice).not.toContain(approved)
    // A chosen option keeps its name in the form although it is paused now.
    expect(await offered({ ids: approved })).toEqual([approved])
    // The chosen value stays when other fields change.
    expect((await put(admin, id, 2, { name: '改名' })).status).toBe(204)
  })

  test('is the administrator’s: a media group neither sees nor sets it', async () => {
    const id = await create(pg, 'hidden')
    const approved = (await freshCreative(api, admin, 'APPROVED')).params.id
    expect((await put(admin, id, 1, { default_creative_id: approved })).status).toBe(204)
    expect(JSON.stringify([await read(pg, id), await send(pg, frame.history, { params: { id } })])).not.toContain('default_creative')
    for (const value of [approved, null]) {
      expect(await put(pg, id, 2, { default_creative_id: value })).toMatchObject({
        status: 422,
        body: { errors: { default_creative_id: ['指定できない項目です。'] } },
      })
    }
    expect(await send(pg, frame.create, { body: { ...body('set'), default_creative_id: approved } })).toMatchObject({ status: 422 })
    expect(await read(admin, id)).toMatchObject({ default_creative_id: approved })
  })
})

describe('the list to choose from', () => {
  test('tells frames apart, leaves out archived ones, and keeps to the own media', async () => {
    const id = await create(admin, 'choose')
    const gone = await create(admin, 'gone')
    await api.db.update(frames).set({ status: 'ARCHIVED' }).where(eq(frames.id, gone))
    const { space, medium: mediumId } = api.fixtures.a
    const found = await send(pg, frame.choose, { query: { space_id: space } })
    const rows = found.body['data'] as unknown as { id: number }[]
    expect(rows.find((row) => row.id === id)).toEqual({
      id,
      name: '枠 choose',
      code: 'choose',
      width: 300,
      height: 250,
      status: 'PREPARING',
      space: { id: space, name: '枠 a' },
      medium: { id: mediumId, name: '媒体 a' },
    })
    expect(rows.map((row) => row.id)).not.toContain(gone)
    expect(await send(pg, frame.choose, { query: { ids: gone } })).toMatchObject({ body: { data: [{ id: gone, status: 'ARCHIVED' }] } })
    expect(await send(pg, frame.choose, { query: { ids: api.fixtures.b.frame } })).toMatchObject({ body: { data: [] } })
    expect(await send(pg, frame.choose, { query: { space_id: api.fixtures.b.space } })).toMatchObject({ body: { data: [] } })
  })
})
