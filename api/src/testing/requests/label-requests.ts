import { randomUUID } from 'node:crypto'
import { endpoints, may, type Role } from '@adsite/contract'
import type { TestApi } from '../api.ts'
import { insertLabel } from '../fixtures.ts'
import type { Request } from './requests.ts'

/** Labels are those of the account that calls, so each role gets a label of its own. */
const freshLabel = async ({ db, fixtures }: TestApi, role: Role) => ({ id: await insertLabel(db, fixtures.a.accounts[role]) })

const ofLabel: Request = async (api, _, role) => ({ params: await freshLabel(api, role) })

/** Puts a label on one record. */
const labelling =
  (of: 'campaign' | 'ad'): Request =>
  async (api, _, role) => ({ body: { ids: [api.fixtures.a[of]], add: [(await freshLabel(api, role)).id] } })

export const labelRequests: Readonly<Record<string, Request>> = {
  'campaign.labels': labelling('campaign'),
  'ad.labels': labelling('ad'),
  'label.get': ofLabel,
  'label.history': ofLabel,
  'label.update': async (api, _, role) => ({ params: await freshLabel(api, role), body: { version: 1, name: randomUUID() } }),
  'label.delete': ofLabel,
  async 'label.undo'(api, _, role) {
    const own = may(role, 'label.use') ? role : 'admin'
    const params = await freshLabel(api, own)
    const client = await api.signIn(own)
    await client.call(endpoints.label.update, { params, body: { version: 1, colour: 'RED' } })
    const history = (await (await client.call(endpoints.label.history, { params })).json()) as { data: { id: number }[] }
    return { body: { change: history.data[0]!.id, dry_run: true } }
  },
}
