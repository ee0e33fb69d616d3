import { expect, type APIRequestContext } from '@playwright/test'

/** A write as the site's client makes it, by somebody who is signed in with this context; answers the JSON. */
export async function post(request: APIRequestContext, path: string, data: object): Promise<{ data: { id: number } }> {
  const { cookies } = await request.storageState()
  const token = cookies.find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? ''
  const answer = await request.post(path, { data, headers: { 'X-XSRF-TOKEN': decodeURIComponent(token) } })
  expect(answer.status(), `${path} ${await answer.text()}`).toBe(201)
  return (await answer.json()) as { data: { id: number } }
}

const everybody = ['advertiser', 'ptd', 'pg', 'agency', 'rep', 'admin']

/** Publishes an announcement, as an administrator; for everybody and at once unless told otherwise. */
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
