import { endpoints, notificationText, type Notification } from '@adsite/contract'
import { eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts, auditLog, companies, notificationConfirmations, notifications } from '../db/schema.ts'
import { anotherAdmin } from '../testing/another-admin.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { freshCreative } from '../testing/requests/creative-requests.ts'
import { freshCompany } from '../testing/requests/requests.ts'
import { insertInvitation, insertMember, testPassword } from '../testing/fixtures.ts'

const { list, create, confirm } = endpoints.notification
const { company, campaign } = endpoints

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.delete(notificationConfirmations)
  await api.db.delete(notifications)
})

async function listed(client: TestClient, query = {}): Promise<Notification[]> {
  const response = await client.call(list, { query })
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: Notification[] }).data
}

/** Lists what was notified as `kind entity_id → account`, in order. */
async function told(): Promise<string[]> {
  const rows = await api.db
    .select({ kind: notifications.kind, id: notifications.entity_id, tenant: accounts.name })
    .from(notifications)
    .innerJoin(accounts, eq(accounts.id, notifications.account_id))
    .orderBy(notifications.id)
  return rows.map(({ kind, id, tenant }) => `${kind} ${id} → ${tenant}`)
}

async function done(endpoint: Parameters<TestClient['call']>[0], options: object, client = admin): Promise<number> {
  const response = await client.call(endpoint, options)
  expect(response.status, await response.clone().text()).toBe(endpoint.success)
  return endpoint.response ? ((await response.json()) as { data: { id: number } }).data.id : 0
}

const campaignBody = () => ({
  name: '春のキャンペーン',
  advertiser_account_id: api.fixtures.a.accounts.advertiser,
  agency_account_id: api.fixtures.a.accounts.agency,
  goal: 'TRAFFIC',
  start_at: '2026-04-01T00:00:00.000Z',
  end_at: '2026-05-01T00:00:00.000Z',
  lifetime_budget: '1000',
})

describe('events', () => {
  test('credit: administrators hear of the application, the company’s accounts of the answer', async () => {
    const { id } = { id: api.fixtures.b.company }
    const versionOf = async () =>
      ((await (await admin.call(company.get, { params: { id } })).json()) as { data: { version: number } }).data.version
    const act = async (action: 'apply_credit' | 'reject_credit' | 'approve_credit', client = admin) =>
      done(
        company[action],
        {
          params: { id },
          body: { version: await versionOf(), ...(action === 'apply_credit' ? {} : { reason: '資料の不足' }) },
        },
        client,
      )
    await api.db.update(companies).set({ credit_status: 'UNREVIEWED' }).where(eq(companies.id, id))
    const ofCompany = ['advertiser', 'agency', 'rep', 'ptd', 'pg', 'admin'].map((kind) => `${kind} b`)
    await act('apply_credit')
    expect(await told()).toEqual([`credit_applied ${id} → admin a`, `credit_applied ${id} → admin b`])
    await api.db.delete(notifications)
    await act('reject_credit')
    expect((await told()).toSorted()).toEqual(ofCompany.map((account) => `credit_rejected ${id} → ${account}`).toSorted())
    await act('apply_credit')
    await api.db.delete(notifications)
    await act('approve_credit', await anotherAdmin(api))
    expect((await told()).toSorted()).toEqual(ofCompany.map((account) => `credit_approved ${id} → ${account}`).toSorted())
  })

  test('what asks for something is settled for everybody once somebody has done it', async () => {
    const { params } = await freshCreative(api, admin, 'APPLIED')
    const { creative, notification } = endpoints
    const asked = async (client: TestClient, query: object) => {
      const answer = (await (await client.call(notification.list, { query } as never)).json()) as {
        data: { kind: string; entity_id: number | null; settled_at: string | null }[]
      }
      return answer.data.filter(({ entity_id }) => entity_id === params.id).map(({ kind, settled_at }) => [kind, settled_at !== null])
    }
    const other = await anotherAdmin(api)
    const open = { unconfirmed: 'true' }
    expect(await asked(other, open)).toEqual([['creative_applied', false]])
    const { data } = (await (await admin.call(creative.get, { params })).json()) as { data: { version: number } }
    const said = { reason: '粗い', reason_code: 'QUALITY' }
    expect((await other.call(creative.reject, { params, body: { version: data.version, ...said } })).status).toBe(204)
    // Nobody is asked again, including whoever acted; the earlier notifications remain to be read.
    expect(await asked(other, open)).toEqual([])
    expect(await asked(admin, {})).toEqual([['creative_applied', true]])
    const advertiser = await api.signIn('advertiser')
    expect(await asked(advertiser, open)).toEqual([['creative_rejected', false]])
  })

  test('what asks for something is not settled by what is done to a record of another kind with its number', async () => {
    const { params } = await freshCompany(api, admin, 'apply_credit')
    const asked = { kind: 'creative_applied', entity: 'creative', entity_id: params.id, params: {}, created_by: null } as const
    await api.db.insert(notifications).values({ ...asked, account_id: api.fixtures.a.accounts.admin })
    const { data } = (await (await admin.call(company.get, { params })).json()) as { data: { version: number } }
    expect((await admin.call(company.reject_credit, { params, body: { version: data.version, reason: '資料の不足' } })).status).toBe(204)
    const open = await api.db.select({ kind: notifications.kind }).from(notifications).where(isNull(notifications.settled_at))
    expect(open.map(({ kind }) => kind)).toContain('creative_applied')
    expect(open.map(({ kind }) => kind)).not.toContain('credit_applied')
  })

  test('campaigns: advertiser, agency and rep of the campaign, and nobody else', async () => {
    const { a, b } = api.fixtures
    const id = await done(campaign.create, { body: campaignBody() })
    await done(campaign.update, { params: { id }, body: { version: 1, memo: '変更', rep_account_id: b.accounts.rep } })
    await done(campaign.pause, { params: { id }, body: { version: 2 } })
    await done(campaign.update, { params: { id }, body: { version: 3, agency_account_id: null } })
    await done(campaign.resume, { params: { id }, body: { version: 4 } })
    expect(await told()).toEqual([
      ...['advertiser a', 'agency a'].map((account) => `campaign_created ${id} → ${account}`),
      ...['advertiser a', 'agency a', 'rep b'].map((account) => `campaign_paused ${id} → ${account}`),
      ...['advertiser a', 'rep b'].map((account) => `campaign_resumed ${id} → ${account}`),
    ])
    const [newest] = await listed(await api.signIn('advertiser'))
    expect(newest).toMatchObject({
      id: expect.any(Number),
      kind: 'campaign_resumed',
      entity: 'campaign',
      entity_id: id,
      params: { name: '春のキャンペーン' },
      created_at: expect.stringMatching(/Z$/u),
      confirmed_at: null,
      settled_at: null,
    })
    expect(notificationText(newest!, 'ja')).toBe('キャンペーン「春のキャンペーン」が再開されました。')
    expect(await listed(await api.signIn('advertiser', 'b'))).toEqual([])
    expect(a.accounts.rep).not.toBe(b.accounts.rep)
  })

  test('tell once: of many at the same time one happens, a repeated create is the first, a refused one tells nobody', async () => {
    const headers = { 'Idempotency-Key': 'one-intention-1' }
    const id = await done(campaign.create, { body: campaignBody(), headers })
    expect(await done(campaign.create, { body: campaignBody(), headers })).toBe(id)
    expect(await told()).toHaveLength(2)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.call(campaign.pause, { params: { id }, body: { version: 1 } })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array.from({ length: 9 }, () => 409)])
    expect((await told()).filter((line) => line.startsWith('campaign_paused'))).toHaveLength(2)
    expect((await admin.call(campaign.pause, { params: { id }, body: { version: 2 } })).status).toBe(409)
    expect((await admin.call(campaign.create, { body: { ...campaignBody(), end_at: '2026-03-01T00:00:00.000Z' } })).status).toBe(422)
    expect(await told()).toHaveLength(4)
  })

  test('happen together with their notifications, or not at all', async () => {
    const id = await done(campaign.create, { body: campaignBody() })
    await api.db.delete(notifications)
    await api.pool.query(`alter table notifications add constraint broken check (kind <> 'campaign_paused')`)
    expect((await admin.call(campaign.pause, { params: { id }, body: { version: 1 } })).status).toBe(500)
    await api.pool.query('alter table notifications drop constraint broken')
    const { data } = (await (await admin.call(campaign.get, { params: { id } })).json()) as { data: object }
    expect(data).toMatchObject({ user_status: 'ACTIVE', version: 1 })
    const log = await api.db.select().from(auditLog).where(eq(auditLog.entity_id, id))
    expect(log.filter(({ entity, action }) => entity === 'campaign' && action === 'update')).toEqual([])
    // Conversely, a failure at the very end notifies nobody.
    await api.pool.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'late'; end $$;
      create constraint trigger late after update on campaigns deferrable initially deferred for each row execute function fail()`)
    expect((await admin.call(campaign.pause, { params: { id }, body: { version: 1 } })).status).toBe(500)
    await api.pool.query('drop function fail() cascade')
    expect(await told()).toEqual([])
  })

  test('an accepted invitation: the account that sent it', async () => {
    const { accounts: ids } = api.fixtures.a
    const pg = await api.signIn('pg')
    const response = await pg.call(endpoints.invitation.invite, { body: { email: 'new@test.example', account_id: ids.pg, locale: 'ja' } })
    const id = ((await response.json()) as { data: { id: number } }).data.id
    // A link with a known token, sent from the same account.
    const { token } = await insertInvitation(api.db, ids.pg, 'newer@test.example')
    await api.pool.query(`update invitations set inviting_account_id = $1 where email = 'newer@test.example'`, [ids.ptd])
    const sent = await api.pool.query(`select inviting_account_id from invitations where id = $1`, [id])
    expect(sent.rows).toEqual([{ inviting_account_id: ids.pg }])
    const body = { token, name: '新人 一郎', password: 'three small boats at noon', password_confirmation: 'three small boats at noon' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.client().call(endpoints.invitation.register, { body })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const rows = await listed(await api.signIn('ptd'))
    expect(rows.map((row) => notificationText(row, 'ja'))).toEqual(['新人 一郎さんがpg aへの招待を承認しました。'])
    expect(await listed(pg)).toEqual([])
  })

  test('an accepted invitation of a registered user tells too', async () => {
    const { accounts: ids } = api.fixtures.a
    await insertMember(api.db, 'known@test.example', ids.agency, 'agency')
    const { token } = await insertInvitation(api.db, ids.rep, 'known@test.example')
    await api.pool.query(`update invitations set inviting_account_id = $1 where email = 'known@test.example'`, [ids.admin])
    expect((await api.client().call(endpoints.invitation.accept, { body: { token } })).status).toBe(200)
    expect((await listed(admin)).map(({ params }) => params)).toEqual([{ name: '利用者 known@test.example', account: 'rep a' }])
  })
})

describe('messages', () => {
  test('reach the account and no other, and are in the log', async () => {
    const account_id = api.fixtures.a.accounts.pg
    const id = await done(create, { body: { account_id, text: ' 資料をご確認ください。 ' } })
    const [row] = await listed(await api.signIn('pg'))
    expect(row).toMatchObject({ id, kind: 'message', entity: null, entity_id: null, params: { text: '資料をご確認ください。' } })
    for (const reader of [admin, await api.signIn('ptd'), await api.signIn('pg', 'b')]) expect(await listed(reader)).toEqual([])
    const [log] = await api.db.select().from(auditLog).where(eq(auditLog.entity, 'notification'))
    expect(log).toMatchObject({ entity_id: id, action: 'create', user_id: api.fixtures.a.users.admin })
  })

  test('need an account that exists and words', async () => {
    const account_id = api.fixtures.a.accounts.pg
    for (const [field, body] of [
      ['account_id', { account_id: 999_999, text: 'x' }],
      ['account_id', { account_id: 0, text: 'x' }],
      ['text', { account_id, text: ' ' }],
      ['text', { account_id, text: ' \u200b\u3164' }],
      ['text', { account_id, text: 'あ'.repeat(501) }],
      ['kind', { account_id, text: 'x', kind: 'credit_approved' }],
    ] as const) {
      const response = await admin.call(create, { body })
      expect([response.status, Object.keys(((await response.json()) as { errors: object }).errors)]).toEqual([422, [field]])
    }
    expect(await told()).toEqual([])
  })
})

describe('the list and confirming', () => {
  const insert = (account_id: number, count = 1) =>
    api.db
      .insert(notifications)
      .values(Array.from({ length: count }, (_, at) => ({ account_id, kind: 'message' as const, params: { text: String(at) } })))
      .returning({ id: notifications.id })

  test('the newest hundred, newest first', async () => {
    const rows = await insert(api.fixtures.a.accounts.rep, 130)
    const ids = (await listed(await api.signIn('rep'))).map(({ id }) => id)
    expect(ids).toEqual(
      rows
        .map(({ id }) => id)
        .toReversed()
        .slice(0, 100),
    )
  })

  test('confirming counts for this user alone, and the first time stays', async () => {
    const { accounts: ids } = api.fixtures.a
    const [first, second] = await insert(ids.agency, 2)
    const agency = await api.signIn('agency')
    await insertMember(api.db, 'colleague@test.example', ids.agency, 'agency')
    const colleague = api.client()
    await colleague.call(endpoints.session.login, { body: { email: 'colleague@test.example', password: testPassword } })
    const status = async (client: TestClient) => (await client.call(confirm, { params: { id: first!.id } })).status
    expect(await status(agency)).toBe(204)
    const at = (await listed(agency)).find(({ id }) => id === first!.id)!.confirmed_at
    expect(at).toMatch(/Z$/u)
    expect(await Promise.all(Array.from({ length: 5 }, () => status(agency)))).toEqual([204, 204, 204, 204, 204])
    expect((await listed(agency)).map(({ confirmed_at }) => confirmed_at)).toEqual([null, at])
    expect((await listed(agency, { unconfirmed: 'true' })).map(({ id }) => id)).toEqual([second!.id])
    expect(await listed(colleague, { unconfirmed: 'true' })).toHaveLength(2)
    expect((await agency.call(list, { query: { unconfirmed: 'yes' } })).status).toBe(422)
  })

  test('another account’s is not there, also for a user who has both', async () => {
    const { accounts: ids } = api.fixtures.a
    const [row] = await insert(ids.agency)
    const multi = await api.signIn('multi')
    expect(await listed(multi)).toEqual([])
    expect((await multi.call(confirm, { params: { id: row!.id } })).status).toBe(404)
    await multi.call(endpoints.session.changeRole, { body: { account_id: ids.agency } })
    expect(await listed(multi)).toHaveLength(1)
    expect((await multi.call(confirm, { params: { id: row!.id } })).status).toBe(204)
  })
})
