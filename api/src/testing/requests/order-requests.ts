import { endpoints } from '@adsite/contract'
import { anotherAdmin } from '../another-admin.ts'
import type { TestApi } from '../api.ts'
import type { TestClient } from '../client.ts'
import { insertAd } from '../fixtures.ts'
import type { Request } from './requests.ts'

const { order } = endpoints

/** Inserts an ad of tenant a that can be ordered; cheap, because the fixtures' credit limit is low. */
export function orderableAd({ db, fixtures }: TestApi, values: Parameters<typeof insertAd>[2] = {}): Promise<number> {
  return insertAd(db, fixtures.a, { product_id: fixtures.a.product, budget: '1', ...values })
}

const reason = { reason: '予算を確認してください' }
const steps = {
  DRAFT: [],
  PENDING_APPROVAL: [[order.submit, {}]],
  APPROVED: [
    [order.submit, {}],
    [order.approve, {}],
  ],
  DISAPPROVED: [
    [order.submit, {}],
    [order.disapprove, reason],
  ],
  CANCELED: [
    [order.submit, {}],
    [order.approve, {}],
    [order.cancel, reason],
  ],
} as const
export type OrderState = keyof typeof steps

/** Creates an order for an ad of tenant a in that state; returns the options of the next action. */
export async function freshOrder(
  api: TestApi,
  admin: TestClient,
  state: OrderState,
  ad?: number,
): Promise<{ params: { id: number }; body: { version: number } }> {
  const created = await admin.done(order.create, { body: { ad_id: ad ?? (await orderableAd(api)) } })
  const params = { id: ((await created.json()) as { data: { id: number } }).data.id }
  for (const [index, [action, more]] of steps[state].entries()) {
    const client = action === order.submit ? await anotherAdmin(api) : admin
    await client.done(action, { params, body: { version: index + 1, ...more } })
  }
  return { params, body: { version: steps[state].length + 1 } }
}

const after =
  (state: OrderState, more: object = {}): Request =>
  async (api, admin) => {
    const { params, body } = await freshOrder(api, admin, state)
    return { params, body: { ...body, ...more } }
  }

/** Requests for orders. */
export const orderRequests: Readonly<Record<string, Request>> = {
  'order.list': (api) => ({ query: { ad_id: api.fixtures.a.ad, status: 'DRAFT,PENDING_APPROVAL' } }),
  'order.create': async (api) => ({ body: { ad_id: await orderableAd(api) } }),
  'order.bulk': async (api, admin) => {
    const { params, body } = await freshOrder(api, admin, 'DRAFT')
    return { body: { action: 'submit', ids: [params.id], versions: [body.version] } }
  },
  'order.submit': after('DRAFT'),
  'order.withdraw': after('PENDING_APPROVAL'),
  'order.reopen': after('DISAPPROVED'),
  'order.approve': after('PENDING_APPROVAL'),
  'order.disapprove': after('PENDING_APPROVAL', reason),
  'order.cancel': after('APPROVED', reason),
}
