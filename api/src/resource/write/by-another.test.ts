import { company, endpoints, errors, notByOwnHand, type StateRules } from '@adsite/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyMapping } from '../../company/mapping.ts'
import { anotherAdmin } from '../../testing/another-admin.ts'
import { startTestApi, type TestApi } from '../../testing/api.ts'
import type { TestClient } from '../../testing/client.ts'
import { insertRejectRequest } from '../../testing/fixtures.ts'
import { freshCreative } from '../../testing/requests/creative-requests.ts'
import { freshOrder } from '../../testing/requests/order-requests.ts'
import { blockedActions } from './guard.ts'
import type { ResourceMapping } from '../mapping/resource-mapping.ts'
import { actOnRecord, createRecord, updateRecord } from './write.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

const text = { ja: '文', en: 'text' }
const action = { label: text, done: text, permission: 'company.credit' } as const

/** Companies that are submitted twice and decided on each time. */
const states = {
  field: 'credit_status',
  actions: {
    apply: { ...action, from: ['UNREVIEWED'], to: 'APPLIED' },
    withdraw: { ...action, from: ['APPLIED'], to: 'UNREVIEWED' },
    approve: { ...action, from: ['APPLIED'], to: 'ACTIVE', byAnother: true },
  },
} as const satisfies StateRules
const reviewed: ResourceMapping = { ...companyMapping, resource: { ...company, states } }

const author = (tenant: 'a' | 'b') => ({
  account_id: api.fixtures[tenant].accounts.admin,
  role: 'admin' as const,
  user_id: api.fixtures[tenant].users.admin,
  source: 'api' as const,
})
const blocked = expect.objectContaining({ code: 'action_blocked', details: { message: notByOwnHand } })

const created = () =>
  createRecord(api.db, author('a'), reviewed, {
    name: '審査の企業',
    enterprise_type: 'KABUSHIKI',
    zip: '150-0001',
    prefecture: '13',
    city: '渋谷区',
    street1: '1-1',
    phone: '0312345678',
    payment_type: 'INVOICE',
    credit_limit: '3000',
  })
async function applied(): Promise<number> {
  const id = await created()
  await actOnRecord(api.db, author('b'), reviewed, { id, version: 1, action: 'apply' })
  return id
}
const approve = (tenant: 'a' | 'b', id: number, version: number) =>
  actOnRecord(api.db, author(tenant), reviewed, { id, version, action: 'approve' })

describe('whoever hands something in does not decide about it', () => {
  test('the applicant is refused and told why; the one who created the record before may decide', async () => {
    const id = await applied()
    await expect(approve('b', id, 2)).rejects.toEqual(blocked)
    const told = (tenant: 'a' | 'b') => blockedActions(api.db, author(tenant), reviewed, { id, credit_status: 'APPLIED' }, 'ja')
    expect(await told('b')).toEqual({ approve: notByOwnHand.ja })
    expect(await told('a')).toEqual({})
    await approve('a', id, 2)
  })

  test('whoever changes it while it waits has handed it in, too', async () => {
    const id = await applied()
    await updateRecord(api.db, author('a'), reviewed, { id, version: 2 }, { credit_limit: '90000000' })
    await expect(approve('a', id, 3)).rejects.toEqual(blocked)
    await expect(approve('b', id, 3)).rejects.toEqual(blocked)
  })

  test('a withdrawal begins anew: the next applicant counts', async () => {
    const id = await applied()
    await actOnRecord(api.db, author('b'), reviewed, { id, version: 2, action: 'withdraw' })
    await actOnRecord(api.db, author('a'), reviewed, { id, version: 3, action: 'apply' })
    await expect(approve('a', id, 4)).rejects.toEqual(blocked)
    await approve('b', id, 4)
  })

  test('a record that is created waiting was handed in by who created it', async () => {
    const decided: ResourceMapping = {
      ...companyMapping,
      resource: { ...company, states: { ...states, actions: { approve: { ...states.actions.approve, from: ['UNREVIEWED'] } } } },
    }
    const id = await created()
    const approving = (tenant: 'a' | 'b') => actOnRecord(api.db, author(tenant), decided, { id, version: 1, action: 'approve' })
    await expect(approving('a')).rejects.toEqual(blocked)
    await approving('b')
  })

  test('an order, alone and in bulk', async () => {
    const { params, body } = await freshOrder(api, admin, 'PENDING_APPROVAL')
    const applicant = await anotherAdmin(api)
    const refused = await applicant.call(endpoints.order.approve, { params, body })
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([409, notByOwnHand.ja])
    const bulk = await applicant.call(endpoints.order.bulk, { body: { action: 'approve', ids: [params.id], versions: [body.version] } })
    expect(await bulk.json()).toMatchObject({ data: { done: 0, results: [{ code: 'action_blocked' }] } })
    expect((await admin.call(endpoints.order.approve, { params, body })).status).toBe(204)
  })

  test('what they have handed in is not counted among what they may approve', async () => {
    const id = await created()
    expect((await admin.call(endpoints.company.apply_credit, { params: { id }, body: { version: 1 } })).status).toBe(204)
    const body = { action: 'approve_credit', ids: [id], dry_run: true }
    const refusal = { ok: false, code: 'action_blocked', message: notByOwnHand.ja }
    expect(await (await admin.call(endpoints.company.bulk, { body })).json()).toMatchObject({ data: { done: 0, results: [refusal] } })
  })
})

describe('what is decided about many submissions is decided as it was shown', () => {
  const { creative, order, reject_request } = endpoints
  const sent = async (endpoint: typeof creative.bulk | typeof order.bulk | typeof reject_request.bulk, body: object) => {
    const answer = await admin.call(endpoint, { body })
    return { status: answer.status, ...((await answer.json()) as object) }
  }
  const unnamed = { status: 422, errors: { versions: ['必須項目です。'] } }

  test('a creative that was replaced since is not approved', async () => {
    const { params, body: seen } = await freshCreative(api, admin, 'APPLIED')
    const advertiser = await api.signIn('advertiser')
    const steps = [creative.withdraw, creative.update, creative.apply] as const
    for (const [index, endpoint] of steps.entries()) {
      const body = { version: seen.version + index, ...(endpoint === creative.update ? { landing_url: 'https://replaced.example/' } : {}) }
      expect((await advertiser.call(endpoint, { params, body })).status).toBe(204)
    }
    const approve = (more: object) => sent(creative.bulk, { action: 'approve', ids: [params.id], ...more })
    const conflict = { data: { done: 0, results: [{ ok: false, code: 'conflict', message: errors.conflict.text.ja }] } }
    expect(await approve({})).toMatchObject(unnamed)
    expect(await approve({ versions: [seen.version], dry_run: true })).toMatchObject(conflict)
    expect(await approve({ versions: [seen.version] })).toMatchObject(conflict)
    const now = (await admin.call(creative.get, { params })).json() as Promise<{ data: { status: string; version: number } }>
    const { status, version } = (await now).data
    expect(status).toBe('APPLIED')
    expect(await approve({ versions: [version] })).toMatchObject({ data: { done: 1, results: [{ ok: true }] } })
  })

  test('an order is submitted with the version whose sum was shown', async () => {
    const { params, body } = await freshOrder(api, admin, 'DRAFT')
    const submit = (more: object) => sent(order.bulk, { action: 'submit', ids: [params.id], ...more })
    expect(await submit({})).toMatchObject(unnamed)
    expect(await submit({ versions: [body.version] })).toMatchObject({ data: { done: 1 } })
  })

  test('a reject request is accepted with the version that was shown', async () => {
    const ids = [await insertRejectRequest(api.db, api.fixtures.a)]
    expect(await sent(reject_request.bulk, { action: 'accept', ids })).toMatchObject(unnamed)
    expect(await sent(reject_request.bulk, { action: 'accept', ids, versions: [1] })).toMatchObject({ data: { done: 1 } })
  })
})
