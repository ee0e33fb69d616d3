import { randomBytes, randomUUID } from 'node:crypto'
import type { Role } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { webhookDeliveries, webhooks } from '../../db/schema.ts'
import type { TestApi } from '../api.ts'
import type { Tenant } from '../fixtures.ts'
import type { Request } from './requests.ts'

/** Inserts a webhook of the account of a role, told of nothing unless the change says so; answers its secret too. */
export async function insertWebhook(
  { db, fixtures }: Pick<TestApi, 'db' | 'fixtures'>,
  role: Role,
  change: Partial<typeof webhooks.$inferInsert> = {},
  tenant: Tenant = 'a',
): Promise<{ id: number; secret: string }> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const values = { account_id: fixtures[tenant].accounts[role], name: randomUUID(), url: 'https://hooks.invalid/x', topics: [], secret }
  const [made] = await db
    .insert(webhooks)
    .values({ ...values, ...change })
    .returning({ id: webhooks.id })
  return { id: made!.id, secret }
}

/** One that is used by all requests, since an account may have ten. */
const known = new WeakMap<TestApi, Map<Role, Promise<number>>>()
function sharedWebhook(api: TestApi, role: Role): Promise<number> {
  const ofApi = known.get(api) ?? new Map<Role, Promise<number>>()
  known.set(api, ofApi)
  const made = ofApi.get(role) ?? insertWebhook(api, role).then(({ id }) => id)
  ofApi.set(role, made)
  return made
}
const shared: Request = async (api, _, role) => ({ params: { id: await sharedWebhook(api, role) } })

export const webhookRequests: Readonly<Record<string, Request>> = {
  'webhook.list': () => ({}),
  'webhook.create': async (api, _, role) => {
    // Room for one more.
    await api.db.delete(webhooks).where(eq(webhooks.name, `test ${role}`))
    return { body: { name: `test ${role}`, url: 'https://hooks.example/adsite', topics: ['credit', 'report'] } }
  },
  'webhook.update': async (api, _, role) => ({
    params: { id: await sharedWebhook(api, role) },
    body: { name: randomUUID(), active: true },
  }),
  'webhook.renewSecret': async (api, _, role) => ({ params: { id: await sharedWebhook(api, role) }, body: { overlap_hours: 1 } }),
  'webhook.delete': async (api, _, role) => ({ params: { id: (await insertWebhook(api, role)).id } }),
  'webhook.test': shared,
  'webhook.deliveries': shared,
  'webhook.replay': async (api, _, role) => {
    const id = await sharedWebhook(api, role)
    const message = { webhook_id: id, type: 'test', body: '{}', status: 'DELIVERED' } as const
    const [made] = await api.db.insert(webhookDeliveries).values(message).returning({ id: webhookDeliveries.id })
    return { params: { id, delivery_id: made!.id } }
  },
}
