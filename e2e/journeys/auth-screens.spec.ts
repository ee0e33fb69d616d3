import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessible, views } from '../support/accessibility.ts'
import { invite } from '../support/mails.ts'
import { untilQuiet } from '../support/navigation.ts'
import { startSite } from '../support/site.ts'
import { expect, pageOf, test } from '../support/test.ts'

for (const { locale, width } of views) {
  test(`screens without a session: axe finds nothing, and they fit (${locale}, ${width} px)`, async ({ browser, site }) => {
    const admin = await pageOf(browser, site, 'admin')
    const email = `axe-${locale.slice(0, 2)}-${width}@example.test`
    const { link } = await invite(admin.request, site, 'agency', email)
    const context = await browser.newContext({ baseURL: site.url, locale, viewport: { width, height: 844 } })
    const page = await context.newPage()
    const token = 'x'.repeat(43)
    const screens = ['/auth/login?error=unauthorized', '/auth/forgot', `/auth/forgot/reset_password#token=${token}`]
    for (const screen of [...screens, '/auth/forgot/reset_password', `/invitation#token=${token}`, link]) {
      await page.goto(screen)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await untilQuiet(page)
      await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
      await expectAccessible(page, screen)
      // Missing input is named on its field.
      const submit = page.locator('button[type=submit]')
      if ((await submit.count()) === 0) continue
      await submit.click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
      await expectAccessible(page, `${screen}, submitted empty`)
    }
    await context.close()
    await admin.context().close()
  })
}

test('the keyboard alone: language, field, button, link', async ({ page }) => {
  await page.goto('/auth/forgot')
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const role of ['button', 'textbox', 'button', 'link'] as const) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveRole(role)
  }
})

test('the preview script reaches nothing of the site', async ({ browser }) => {
  test.slow()
  const told: string[] = []
  const adServer = createServer((request, response) => {
    if (request.url === '/preview.js') {
      response.setHeader('Content-Type', 'text/javascript')
      response.end(`
        const tried = (name, work) => { try { work(); return name } catch { return '' } }
        const reached = [
          tried('parent', () => parent.document.body),
          tried('storage', () => localStorage.length),
          tried('cookie', () => document.cookie),
        ].filter(Boolean).join()
        const { origin } = new URL(document.currentScript.src)
        fetch(origin + '/told?origin=' + self.origin + '&reached=' + reached, { mode: 'no-cors' })
        fetch('/api/account/me').catch(() => undefined)
      `)
      return
    }
    told.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => adServer.listen(0, '127.0.0.1', resolve))
  const adOrigin = `http://127.0.0.1:${(adServer.address() as AddressInfo).port}`
  const site = await startSite({ PREVIEW_SCRIPT: `${adOrigin}/preview.js`, DEMO: 'off' })
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const answer = await page.goto('/auth/login')
  expect(answer!.headers()['content-security-policy']).not.toContain(adOrigin)
  await expect.poll(() => asked.filter((url) => url.startsWith(adOrigin))).toContain(`${adOrigin}/preview.js`)
  await expect.poll(() => told).toEqual(['/told?origin=null&reached='])
  const frame = page.frames().find((child) => child.url().endsWith('/preview-frame'))!
  expect(await frame.evaluate(() => self.origin)).toBe('null')
  expect(await page.locator('iframe[title=preview]').getAttribute('sandbox')).toBe('allow-scripts')
  expect(asked.filter((url) => url.startsWith(`${site.url}/api/account/me`))).toEqual([])
  await context.close()
  await site.stop()
  adServer.close()
})
