import { expect, type APIRequestContext, type APIResponse } from '@playwright/test'

/** A write as the site's client sends it, in this context's session. */
async function write(request: APIRequestContext, path: string, data: object, status: number): Promise<APIResponse> {
  const { cookies } = await request.storageState()
  const token = cookies.find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? ''
  const answer = await request.post(path, { data, headers: { 'X-XSRF-TOKEN': decodeURIComponent(token) } })
  expect(answer.status(), `${path} ${await answer.text()}`).toBe(status)
  return answer
}

/** Creates a record; returns its id. */
export async function post(request: APIRequestContext, path: string, data: object): Promise<{ data: { id: number } }> {
  const answer = await write(request, path, data, 201)
  return (await answer.json()) as { data: { id: number } }
}

/** Performs an action on the current version of a record. */
export async function act(request: APIRequestContext, path: string, id: number, action: string): Promise<void> {
  const { data } = (await (await request.get(`${path}/${id}`)).json()) as { data: { version: number } }
  await write(request, `${path}/${id}/${action}`, { version: data.version }, 204)
}

/** Required fields of a company beside its name. */
export const addressed = {
  enterprise_type: 'KABUSHIKI',
  zip: '150-0001',
  prefecture: '13',
  city: '渋谷区',
  street1: '神宮前1-1',
  phone: '0312345678',
  payment_type: 'INVOICE',
  credit_limit: '3000000',
}

const everybody = ['advertiser', 'ptd', 'pg', 'agency', 'rep', 'admin']

/** Publishes an announcement as an administrator; by default for everybody and immediately. */
export async function announce(request: APIRequestContext, title: string, more: object = {}): Promise<number> {
  const { data } = await post(request, '/api/information', {
    title,
    type: 'NOTICE',
    is_important: false,
    target_roles: everybody,
    publish_from: '2026-01-01T00:00:00.000Z',
    body: '<p>本文です。</p>',
    ...more,
  })
  return data.id
}
