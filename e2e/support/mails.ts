import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import type { Site } from './site.ts'
import { expect } from './test.ts'

/** The path of the link in the latest mail to an address, read from the site's outbox; mails of notices are left out. */
async function newestLink(site: Site, to: string): Promise<string | null> {
  const index = await readFile(join(site.dataDir, 'outbox', 'mails.txt'), 'utf8').catch(() => '')
  const links = index.split('\n').flatMap((entry) => {
    const [, receiver, , link] = entry.split('  ')
    return receiver === to && link !== undefined ? new URL(link) : []
  })
  const newest = links.findLast(({ pathname }) => pathname !== '/' && pathname !== '/reflection')
  return newest ? newest.pathname + newest.hash : null
}

/** Waits for a mail to an address with another link than `former`. */
export async function mailedLink(site: Site, to: string, former: string | null = null): Promise<string> {
  await expect.poll(() => newestLink(site, to)).not.toBe(former)
  return (await newestLink(site, to))!
}

/** The headers that the API requires for unsafe calls of a context. */
export async function csrfHeaders(request: APIRequestContext): Promise<Record<string, string>> {
  await request.get('/sanctum/csrf-cookie')
  const { cookies } = await request.storageState()
  return { 'X-XSRF-TOKEN': decodeURIComponent(cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '') }
}

/** Invites an address to an account of this kind, as the administrator; returns the mailed link and the account. */
export async function invite(
  admin: APIRequestContext,
  site: Site,
  kind: 'advertiser' | 'agency',
  email: string,
): Promise<{ link: string; account: { id: number; name: string } }> {
  const list = (await (await admin.get(`/api/account/${kind}/select_list`)).json()) as { data: { id: number; name: string }[] }
  const account = list.data[0]!
  const data = { email, account_id: account.id, locale: 'ja' }
  const answer = await admin.post('/api/user/invite', { data, headers: await csrfHeaders(admin) })
  expect(answer.status()).toBe(201)
  return { link: await mailedLink(site, email), account }
}
