import { test as base, expect as baseExpect, type APIRequestContext, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { startSite, type Ran, type Site } from './site.ts'

export const expect = baseExpect.extend({
  /** The command ended with 0. A failure shows what it printed. */
  toHaveSucceeded({ code, stdout, stderr }: Ran) {
    return { pass: code === 0, message: () => `The command ended with ${code} and printed:\n${stderr}${stdout}` }
  },
})

export const demoPassword = 'Demo-2026-adsite'
export const roleNames = ['admin', 'advertiser', 'agency', 'rep', 'ptd', 'pg'] as const
export type RoleName = (typeof roleNames)[number]
export type DemoUser = RoleName | 'reviewer' | 'multi'

/** Signs a context in through the API, as the login form does. */
export async function signIn(request: APIRequestContext, user: DemoUser): Promise<void> {
  await request.get('/sanctum/csrf-cookie')
  const { cookies } = await request.storageState()
  const token = cookies.find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? ''
  const answer = await request.post('/login', {
    data: { email: `${user}@demo.example`, password: demoPassword },
    headers: { 'X-XSRF-TOKEN': decodeURIComponent(token) },
  })
  expect(answer.status()).toBe(200)
}

/** Opens a page for a signed-in user in a separate browser context. */
export async function pageOf(
  browser: Browser,
  site: Site,
  user: DemoUser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ baseURL: site.url, ...options })
  await signIn(context.request, user)
  return context.newPage()
}

/** Confirms an amount in its dialog; `verb` is the button's text after the amount. */
export async function agreeTo(page: Page, verb: 'を申し込む' | 'を承認する'): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^¥[\\d,]+ ${verb}$`, 'u') })
    .click()
}

/** Approves the credit of the displayed company with the required memo. */
export async function approveCredit(page: Page): Promise<void> {
  await page.getByRole('button', { name: '与信を承認', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^審査メモ/u }).fill('決算書を確認')
  await dialog.getByRole('button', { name: /^¥[\d,]+ の与信を承認$/u }).click()
  await expect(page.getByText('与信を承認しました')).toBeVisible()
}

/** Each worker has its own site; `baseURL` is its address. */
export const test = base.extend<{ pagesOnFailure: void }, { site: Site }>({
  site: [
    // Playwright reads the fixtures that are needed off this pattern: it has to be there, also when empty.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    // On a cluster its database is made on every node first, and distributed once it is filled.
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  /** Prints what each open page shows when a test has failed: where only the output is kept, its screenshots are lost. */
  pagesOnFailure: [
    async ({ browser }, use, info) => {
      await use()
      if (info.status === info.expectedStatus) return
      for (const page of browser.contexts().flatMap((context) => context.pages())) {
        const shown = await page.locator('body').innerText({ timeout: 5_000 }).catch(String)
        process.stdout.write(`\n${page.url()} shows:\n${shown.slice(0, 800)}\n`)
      }
    },
    { auto: true },
  ],
})
