import { endpoints, notByOwnHand, type CreativeRevision, type Role, type NotificationKindName } from '@adsite/contract'
import { and, eq, gt } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaigns, creativeGroups, creativeMaterials, creativeRevisions, formats, notifications } from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { insertCampaign } from '../testing/fixtures.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { freshCreative } from '../testing/requests/creative-requests.ts'
import { jpegFile } from '../testing/files.ts'

let api: TestApi
let admin: TestClient
let advertiser: TestClient
let agency: TestClient
let native: number
beforeAll(async () => {
  api = await startTestApi()
  ;[admin, advertiser, agency] = await Promise.all([api.signIn('admin'), api.signIn('advertiser'), api.signIn('agency')])
  const texts = { headline_max: 5, description_max: 10, principal_max: 8 }
  const values = { ...named('ネイティブ'), kind: 'NATIVE', width: 60, height: 40, file_types: ['PNG'], max_bytes: 50_000, ...texts }
  native = (await api.db.insert(formats).values(values).returning({ id: formats.id }))[0]!.id
})
afterAll(() => api.close())

const { apply, approve, create, get, list, material, materials, post_reject, reject, removeMaterial, revisions, settings, update, upload } =
  endpoints.creative
const reason = { reason: '根拠を示してください', reason_code: 'SUBSTANTIATION' }

type Shown = Record<string, unknown> & { version: number; status: string; blocked: Record<string, string> }
async function read(id: number, client = admin): Promise<Shown> {
  return ((await (await client.call(get, { params: { id } })).json()) as { data: Shown }).data
}
async function allRevisions(id: number): Promise<CreativeRevision[]> {
  return ((await (await admin.call(revisions, { params: { id } })).json()) as { data: CreativeRevision[] }).data
}
async function refusal(response: Response): Promise<{ status: number; code: string; message: string; errors?: Record<string, string[]> }> {
  return { status: response.status, ...((await response.json()) as { code: string; message: string }) }
}
const send = async (client: TestClient, id: number, width = 300, height = 250) =>
  client.call(upload, {
    params: { id },
    query: { name: 'x.jpg' },
    body: await jpegFile(width, height),
    headers: { 'Content-Type': 'image/jpeg' },
  })

describe('review', () => {
  test('the queue is in the order of application, whatever is done to what waits', async () => {
    const [first, second] = [await freshCreative(api, admin, 'APPLIED'), await freshCreative(api, admin, 'APPLIED')]
    // Submitted last and edited first; a name does not need review.
    const renamed = { version: (await read(first.params.id)).version, name: '改名' }
    expect((await advertiser.call(settings, { params: first.params, body: renamed })).status).toBe(204)
    const queue = await admin.call(list, { query: { status: 'APPLIED', sort: 'applied_at', limit: '100' } as never })
    const ids = ((await queue.json()) as { data: { id: number }[] }).data.map(({ id }) => id)
    expect(ids.indexOf(first.params.id)).toBeGreaterThanOrEqual(0)
    expect(ids.indexOf(first.params.id)).toBeLessThan(ids.indexOf(second.params.id))
  })

  test('a new name is no new revision, a new text is one', async () => {
    const { params } = await freshCreative(api, admin, 'APPLIED')
    const other = await api.signIn('admin', 'b')
    expect((await other.call(approve, { params, body: { version: (await read(params.id)).version } })).status).toBe(204)
    const change = async (body: object) => {
      const answer = await advertiser.call(update, { params, body: { version: (await read(params.id)).version, ...body } })
      expect(answer.status, await answer.clone().text()).toBe(204)
      return read(params.id)
    }
    expect(await change({ name: '夏の麦茶' })).toMatchObject({ name: '夏の麦茶', status: 'APPROVED', revision: 1 })
    expect(await change({ landing_url: 'https://lp.example/other' })).toMatchObject({ status: 'DRAFT', revision: 2, serving_revision: 1 })
  })

  test('nobody approves what they applied for; another administrator does', async () => {
    const { params } = await freshCreative(api, admin, 'DRAFT')
    await admin.call(apply, { params, body: { version: 2 } })
    const refused = await refusal(await admin.call(approve, { params, body: { version: 3 } }))
    expect(refused).toMatchObject({ status: 409, code: 'action_blocked', message: notByOwnHand.ja })
    expect((await read(params.id)).blocked['approve']).toBe(notByOwnHand.ja)
    const bulk = await admin.call(endpoints.creative.bulk, { body: { action: 'approve', ids: [params.id], versions: [3] } })
    expect(await bulk.json()).toMatchObject({ data: { total: 1, done: 0, results: [{ ok: false, code: 'action_blocked' }] } })
    const other = await api.signIn('admin', 'b')
    expect((await read(params.id, other)).blocked).not.toHaveProperty('approve')
    expect((await other.call(approve, { params, body: { version: 3 } })).status).toBe(204)
    expect((await read(params.id)).status).toBe('APPROVED')
  })

  test('a rejection says why, to the code and in words, and is mended into a draft', async () => {
    const { params } = await freshCreative(api, admin, 'APPLIED')
    for (const body of [{}, { reason: 'x' }, { reason_code: 'OTHER' }, { ...reason, reason: '  ' }, { ...reason, reason_code: 'NONE' }]) {
      expect((await admin.call(reject, { params, body: { version: 3, ...body } })).status).toBe(422)
    }
    await admin.call(reject, { params, body: { version: 3, ...reason } })
    expect(await read(params.id, advertiser)).toMatchObject({
      status: 'REJECTED',
      review_reason: reason.reason,
      review_reason_code: reason.reason_code,
      serving_revision: null,
    })
    await advertiser.call(update, { params, body: { version: 4, landing_url: 'https://mended.example/' } })
    expect(await read(params.id)).toMatchObject({ status: 'DRAFT', revision: 2, review_reason: reason.reason })
    await advertiser.call(apply, { params, body: { version: 5 } })
    await admin.call(approve, { params, body: { version: 6 } })
    expect(await read(params.id)).toMatchObject({ status: 'APPROVED', serving_revision: 2, review_reason: null, review_reason_code: null })
    expect((await allRevisions(params.id)).map(({ revision, result }) => [revision, result])).toEqual([
      [2, 'APPROVED'],
      [1, 'REJECTED'],
    ])
  })

  test('an approved one that is edited is shown as it was until the new revision is approved', async () => {
    const { params } = await freshCreative(api, admin, 'APPROVED')
    const [before] = await allRevisions(params.id)
    expect(before).toMatchObject({ revision: 1, serving: true, result: 'APPROVED', content: { landing_url: 'https://lp.example/' } })

    await advertiser.call(update, { params, body: { version: 4, landing_url: 'https://new.example/' } })
    expect(await read(params.id)).toMatchObject({ status: 'DRAFT', revision: 2, serving_revision: 1 })
    // Replaces the draft's material; what is shown keeps the old one.
    const [old] = before!.materials
    await advertiser.call(removeMaterial, { params: { ...params, material_id: old!.id } })
    expect((await send(advertiser, params.id)).status).toBe(201)
    const shown = await admin.call(material, { params: { ...params, material_id: old!.id } })
    expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/png'])

    const { version } = await read(params.id)
    await advertiser.call(apply, { params, body: { version } })
    const [waiting, serving] = await allRevisions(params.id)
    expect(serving).toEqual(before)
    expect(waiting).toMatchObject({ revision: 2, serving: false, result: null, content: { landing_url: 'https://new.example/' } })
    expect(waiting!.materials.map(({ content_type }) => content_type)).toEqual(['image/jpeg'])

    await admin.call(reject, { params, body: { version: version + 1, ...reason } })
    expect(await read(params.id)).toMatchObject({ status: 'REJECTED', serving_revision: 1 })
    await advertiser.call(update, { params, body: { version: version + 2, landing_url: 'https://third.example/' } })
    await advertiser.call(apply, { params, body: { version: version + 3 } })
    await admin.call(approve, { params, body: { version: version + 4 } })
    expect(await read(params.id)).toMatchObject({ status: 'APPROVED', revision: 3, serving_revision: 3 })
  })

  test('one that is worked on again can be stopped, one that never was shown cannot', async () => {
    const { params } = await freshCreative(api, admin, 'APPROVED')
    await advertiser.call(update, { params, body: { version: 4, landing_url: 'https://new.example/' } })
    expect((await admin.call(post_reject, { params, body: { version: 5, ...reason } })).status).toBe(204)
    expect(await read(params.id)).toMatchObject({ status: 'POST_REJECTED', serving_revision: null, review_reason: reason.reason })
    expect((await allRevisions(params.id))[0]).toMatchObject({ revision: 1, result: 'POST_REJECTED', serving: false })
    const edited = await refusal(await advertiser.call(update, { params, body: { version: 6, landing_url: 'https://x.example/' } }))
    expect(edited).toMatchObject({ status: 409, code: 'action_blocked' })

    const again = await freshCreative(api, admin, 'APPROVED')
    await advertiser.call(update, { params: again.params, body: { version: 4, landing_url: 'https://new.example/' } })
    await advertiser.call(apply, { params: again.params, body: { version: 5 } })
    await admin.call(reject, { params: again.params, body: { version: 6, ...reason } })
    expect((await admin.call(post_reject, { params: again.params, body: { version: 7, ...reason } })).status).toBe(204)
    // What was shown is taken back; a later revision that never was keeps its own result.
    expect((await allRevisions(again.params.id)).map(({ revision, result }) => [revision, result])).toEqual([
      [2, 'REJECTED'],
      [1, 'POST_REJECTED'],
    ])

    const draft = await freshCreative(api, admin, 'DRAFT')
    const refused = await refusal(await admin.call(post_reject, { params: draft.params, body: { version: 2, ...reason } }))
    expect(refused).toMatchObject({ status: 409, code: 'action_blocked', message: '掲載中のバージョンがありません。' })
  })

  test('what is under review stays as it is', async () => {
    const { params, body } = await freshCreative(api, admin, 'APPLIED')
    expect(await refusal(await advertiser.call(update, { params, body: { ...body, landing_url: 'https://x.example/' } }))).toMatchObject({
      status: 409,
      code: 'action_blocked',
      message: expect.stringContaining('審査中') as string,
    })
    expect((await refusal(await send(advertiser, params.id, 600, 500))).code).toBe('action_blocked')
    const { data } = (await (await admin.call(materials, { params })).json()) as { data: { id: number }[] }
    const removed = await advertiser.call(removeMaterial, { params: { ...params, material_id: data[0]!.id } })
    expect((await refusal(removed)).code).toBe('action_blocked')
    expect((await read(params.id)).version).toBe(body.version)
  })

  test('of many approvals at the same time one happens', async () => {
    const { params, body } = await freshCreative(api, admin, 'APPLIED')
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.call(approve, { params, body })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array.from({ length: 7 }, () => 409)])
  })
})

describe('what a creative lacks', () => {
  const newCreative = async (body: object) =>
    advertiser.call(create, { body: { name: '新規', creative_group_id: api.fixtures.a.creativeGroup, ...body } })
  const idOf = async (response: Response) => ((await response.json()) as { data: { id: number } }).data.id

  test('is named when it is applied for, all at once', async () => {
    const id = await idOf(await newCreative({}))
    expect(await refusal(await advertiser.call(apply, { params: { id }, body: { version: 1 } }))).toMatchObject({
      status: 409,
      code: 'action_blocked',
      message: 'フォーマットを選んでください。',
    })
    await advertiser.call(update, { params: { id }, body: { version: 1, format_id: native, headline: '見出し' } })
    expect((await read(id, advertiser)).blocked['apply']).toBe(
      '説明文を入力してください。主体者表記を入力してください。リンク先URLを入力してください。60×40pxの素材を登録してください。',
    )
  })

  test('texts longer than the format allows are refused at their fields, counted as people count', async () => {
    const long = await refusal(await newCreative({ format_id: native, headline: '123456', description: '説明', button_text: '買う' }))
    expect(long).toMatchObject({
      status: 422,
      errors: {
        headline: ['このフォーマットでは5文字以内です（現在 6文字）。'],
        button_text: ['このフォーマットでは使いません。空欄にしてください。'],
      },
    })
    const id = await idOf(await newCreative({ format_id: native, headline: '👍👍👍👍👍' }))
    const changed = await refusal(
      await advertiser.call(update, { params: { id }, body: { version: 1, description: '一二三四五六七八九十一' } }),
    )
    expect(changed.errors).toEqual({ description: ['このフォーマットでは10文字以内です（現在 11文字）。'] })
  })

  test('beacons are https addresses, a few', async () => {
    for (const beacons of [
      ['http://x.example/'],
      ['javascript:alert(1)'],
      ['https://'],
      [],
      Array.from({ length: 6 }, () => 'https://x.example/'),
    ]) {
      expect((await newCreative({ beacons })).status, JSON.stringify(beacons)).toBe(422)
    }
    const id = await idOf(await newCreative({ beacons: ['https://b.example/i?x=1', 'https://c.example'] }))
    expect((await read(id))['beacons']).toEqual(['https://b.example/i?x=1', 'https://c.example'])
  })

  test('a material of another format does not fit any more', async () => {
    const { params } = await freshCreative(api, admin, 'DRAFT')
    await advertiser.call(update, { params, body: { version: 2, format_id: native, headline: 'x', description: 'x', principal: 'x' } })
    expect((await read(params.id)).blocked['apply']).toContain('画像を60×40px、または120×80pxにしてください（この画像は300×250pxです）。')
  })
})

describe('settings', () => {
  test('change in any state and open no new revision', async () => {
    const { params, body } = await freshCreative(api, admin, 'APPLIED')
    const changed = await advertiser.call(settings, { params, body: { ...body, name: '改名', user_status: 'PAUSED' } })
    expect(changed.status).toBe(204)
    expect(await read(params.id)).toMatchObject({ status: 'APPLIED', revision: 1, name: '改名', user_status: 'PAUSED' })
    expect((await advertiser.call(settings, { params, body: { ...body, name: '遅い' } })).status).toBe(409)
    const found = await advertiser.call(list, { query: { q: '改名' } })
    expect(((await found.json()) as { data: { id: number }[] }).data.map(({ id }) => id)).toContain(params.id)
  })

  test('a creative moves to no group that is deleted', async () => {
    const { accounts, creativeGroup } = api.fixtures.a
    const deleted = { ...named('前のグループ'), advertiser_account_id: accounts.advertiser, deleted_at: new Date() }
    const [gone] = await api.db.insert(creativeGroups).values(deleted).returning({ id: creativeGroups.id })
    const made = await advertiser.done(create, { body: { name: '新規', creative_group_id: creativeGroup } })
    const { data } = (await made.json()) as { data: { id: number } }
    const moved = { params: { id: data.id }, body: { version: 1, creative_group_id: gone!.id } }
    expect((await advertiser.call(settings, moved)).status).toBe(422)
  })

  test('a creative moves within its advertiser alone, and nothing that is reviewed goes with it', async () => {
    const { params, body } = await freshCreative(api, admin, 'DRAFT')
    const foreign = await admin.call(settings, { params, body: { ...body, creative_group_id: api.fixtures.b.creativeGroup } })
    expect(await refusal(foreign)).toMatchObject({ status: 422, errors: { creative_group_id: ['同じ広告主のグループを選んでください。'] } })
    expect((await advertiser.call(settings, { params, body: { ...body, headline: 'x' } })).status).toBe(422)
    expect((await advertiser.call(update, { params, body: { ...body, status: 'APPROVED' } })).status).toBe(422)
  })
})

describe('tenants', () => {
  test('an advertiser’s creatives are seen by it, its agency and its rep; reps change nothing', async () => {
    const { params, body } = await freshCreative(api, admin, 'DRAFT')
    const status = async (role: Role, tenant: 'a' | 'b' = 'a') => (await (await api.signIn(role, tenant)).call(get, { params })).status
    expect([await status('advertiser'), await status('agency'), await status('rep')]).toEqual([200, 200, 200])
    expect([await status('advertiser', 'b'), await status('agency', 'b'), await status('rep', 'b')]).toEqual([404, 404, 404])
    expect([await status('pg'), await status('ptd')]).toEqual([403, 403])
    const rep = await api.signIn('rep')
    expect((await rep.call(update, { params, body: { ...body, headline: 'x' } })).status).toBe(403)
    expect((await agency.call(apply, { params, body })).status).toBe(204)
  })

  test('a group of another advertiser takes nothing, and a new creative belongs to the advertiser of its group', async () => {
    const foreign = await advertiser.call(create, { body: { name: 'x', creative_group_id: api.fixtures.b.creativeGroup } })
    expect((await refusal(foreign)).errors).toHaveProperty('creative_group_id')
    const { params } = await freshCreative(api, admin, 'DRAFT')
    expect((await read(params.id))['advertiser_account_id']).toBe(api.fixtures.a.accounts.advertiser)
  })

  test('a material is reached through its own creative alone', async () => {
    const [one, other] = [await freshCreative(api, admin, 'DRAFT'), await freshCreative(api, admin, 'DRAFT')]
    const [row] = await api.db.select().from(creativeMaterials).where(eq(creativeMaterials.creative_id, other.params.id))
    expect((await advertiser.call(material, { params: { ...one.params, material_id: row!.id } })).status).toBe(404)
    expect((await advertiser.call(removeMaterial, { params: { ...one.params, material_id: row!.id } })).status).toBe(404)
    const stranger = await api.signIn('advertiser', 'b')
    expect((await stranger.call(material, { params: { ...other.params, material_id: row!.id } })).status).toBe(404)
  })
})

describe('notifications', () => {
  test('administrators hear of what was applied for, advertiser and agency of what became of it', async () => {
    const { accounts } = api.fixtures.a
    const last = (await api.db.select({ id: notifications.id }).from(notifications)).reduce((most, { id }) => Math.max(most, id), 0)
    const told = async (kind: NotificationKindName) => {
      const rows = await api.db
        .select()
        .from(notifications)
        .where(and(eq(notifications.kind, kind), gt(notifications.id, last)))
      return rows.map(({ account_id }) => account_id)
    }
    // Its agency ran a campaign that is deleted.
    const deleted = await insertCampaign(api.db, { ...accounts, agency: api.fixtures.b.accounts.agency }, '削除済み')
    await api.db.update(campaigns).set({ deleted_at: new Date() }).where(eq(campaigns.id, deleted))
    const { params } = await freshCreative(api, admin, 'APPROVED')
    await admin.call(post_reject, { params, body: { version: 4, ...reason } })
    await freshCreative(api, admin, 'REJECTED')
    expect(new Set(await told('creative_applied'))).toEqual(new Set([accounts.admin, api.fixtures.b.accounts.admin]))
    for (const kind of ['creative_approved', 'creative_rejected', 'creative_post_rejected'] as const) {
      expect(new Set(await told(kind)), kind).toEqual(new Set([accounts.advertiser, accounts.agency]))
    }
  })
})

test('a revision is written once and never changed by later edits', async () => {
  const { params } = await freshCreative(api, admin, 'APPROVED')
  const rows = () => api.db.select().from(creativeRevisions).where(eq(creativeRevisions.creative_id, params.id))
  const before = await rows()
  await advertiser.call(update, { params, body: { version: 4, landing_url: 'https://later.example/' } })
  expect(await rows()).toEqual(before)
})
