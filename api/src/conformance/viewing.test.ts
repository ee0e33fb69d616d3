import { endpoints, errorBody, isRefusedWhileViewing, roles, type Role } from '@adsite/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { allEndpoints, requestFor } from '../testing/requests/requests.ts'

// An administrator who views the site as a user of each role: whatever is for looking answers what it answers that user, and
// everything else is refused.

let api: TestApi
let admin: TestClient
const viewed = roles.map(({ key }) => key).filter((role) => role !== 'admin')
const viewing = new Map<Role, TestClient>()
const present = new Map<Role, TestClient>()

beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
  for (const role of viewed) {
    present.set(role, await api.signIn(role))
    const client = await api.signIn('admin')
    const { users, accounts } = api.fixtures.a
    const body = { user_id: users[role], account_id: accounts[role], reason: '問い合わせの確認' }
    const begun = await client.call(endpoints.viewing.start, { body })
    if (begun.status !== 200) throw new Error(await begun.text())
    viewing.set(role, client)
  }
})
afterAll(() => api.close())

const guarded = allEndpoints.filter(({ endpoint }) => endpoint.permission !== 'public')
const refused = guarded.filter(({ endpoint }) => isRefusedWhileViewing(endpoint))
const allowed = guarded.filter(({ endpoint }) => !isRefusedWhileViewing(endpoint))

async function refusal(response: Response): Promise<[number, string]> {
  return [response.status, v.parse(errorBody, await response.json()).code]
}

/** What differs from one request to the next. */
const alike = (text: string) => text.replaceAll(/"(?:request_id|at|minute|seen_at|last_used_at|last_seen_at)":"[^"]*"/gu, '')

describe('what is not for looking', () => {
  const cells = refused.flatMap((named) => viewed.map((role) => ({ ...named, role })))
  test.for(cells)('$key is refused to whoever views as $role', async ({ endpoint, role }) => {
    const request = { params: { id: 1, unit: 'ad', account_id: 1, material_id: 1, attachment_id: 1, delivery_id: 1, zip: '1' } }
    expect(await refusal(await viewing.get(role)!.call(endpoint, request))).toEqual([403, 'viewing'])
  })

  test('is every write and every file but those of previews, and what only the user knows', () => {
    expect(allowed.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ key }) => key)).toEqual(['viewing.end'])
    expect(allowed.filter(({ endpoint }) => endpoint.download).map(({ key }) => key)).toEqual([
      'creative.preview',
      'creative.material',
      'advertisement.preview',
    ])
    const secrets = refused.filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.download).map(({ key }) => key)
    expect(secrets).toEqual([
      'own_session.list',
      'api_key.list',
      'api_key.scopes',
      'api_key.all',
      'factor.list',
      'factor.choices',
      'sign_in.step',
      'notice_setting.list',
      'webhook.list',
      'webhook.deliveries',
      'preview.get',
    ])
  })
})

describe('what is for looking', () => {
  const reads = allowed.filter(({ endpoint }) => endpoint.method === 'GET')
  const cells = reads.flatMap((named) => viewed.map((role) => ({ ...named, role })))

  test.for(cells)('$key answers whoever views as $role what it answers that user', async ({ key, endpoint, role }) => {
    const request = await requestFor(key)(api, admin, role)
    const [own, other] = [await present.get(role)!.call(endpoint, request), await viewing.get(role)!.call(endpoint, request)]
    expect(other.status).toBe(own.status)
    // The session says that it is a view.
    const text = (await other.text()).replace(/,"viewing":\{[^}]*\}/u, '')
    // What the user's factors lack is for them alone.
    const theirs = (await own.text()).replaceAll(/,"factor_(?:reset_)?due":null/gu, '')
    expect(alike(text)).toBe(alike(theirs))
  })
})
