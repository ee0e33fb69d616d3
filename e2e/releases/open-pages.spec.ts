import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPageMinutes } from '@adsite/contract'
import type { Page } from '@playwright/test'
import { copyBuild, type CopiedBuild } from '../support/copied-build.ts'
import { visit } from '../support/routes.ts'
import type { Site } from '../support/site.ts'
import { expect, pageOf, test } from '../support/test.ts'

const crumbs = (page: Page) => page.getByRole('navigation', { name: '現在地' })
const form = '/ad/campaign/create'
const name = 'キャンペーン名'
/** A page reports what it runs once, and again after some minutes: the count makes up for a report that was lost by then. */
const counted = { timeout: (openPageMinutes + 1) * 60_000 }

/** Clients of the event stream that are no pages: what they cost the site is the same. */
async function listen(site: Site, count: number): Promise<{ readonly heard: () => Promise<void>; readonly end: () => void }> {
  const end = new AbortController()
  const streams = await Promise.all(
    Array.from({ length: count }, async () => {
      const { body } = await fetch(`${site.url}/registry/events`, { signal: end.signal })
      const reader = body!.getReader()
      await reader.read()
      return reader
    }),
  )
  return {
    heard: async () => {
      await Promise.all(streams.map((reader) => reader.read()))
    },
    end: () => end.abort(),
  }
}

/** Prints how long after the command had ended each page left the build, as the pages measured it. */
function print(unit: string, ended: number, left: readonly number[]): void {
  const [first = 0, last = 0] = [Math.min(...left), Math.max(...left)].map((at) => Math.round(at - ended))
  process.stdout.write(`rollback --now (${unit}): ${left.length} pages left it ${first} to ${last} ms after the command\n`)
}

test('a shell that is rolled back with --now leaves open pages at once: they reload, and ask first where something is unsaved', async ({
  browser,
  site,
}) => {
  test.slow()
  const bad = await copyBuild('shell', 'bad')
  const shellOf = (page: Page) => page.evaluate(() => /\/r\/shell\/([^/]+)\//u.exec(document.querySelector('script[src]')!.outerHTML)?.[1])
  const { stable } = JSON.parse(await readFile(join(site.dataDir, 'registry', 'ch', 'stable', 'shell.json'), 'utf8')) as { stable: string }
  expect(await site.release('publish', 'shell', '--from', bad.directory)).toHaveSucceeded()
  expect(await site.release('promote', 'shell', bad.build)).toHaveSucceeded()
  const first = await pageOf(browser, site, 'admin')
  const context = first.context()
  const pages = [first, ...(await Promise.all(Array.from({ length: 9 }, () => context.newPage())))]
  const typing = pages.at(-1)!
  const looking = pages.slice(0, -1)
  // Pages of an area, and of the shell alone.
  for (const [at, page] of looking.entries()) await page.goto(at % 3 === 0 ? '/releases' : '/ad/campaign?page=1')
  for (const page of looking) await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await typing.goto(form)
  await typing.getByLabel(name).fill('入力途中')
  for (const page of pages) await expect.poll(() => shellOf(page)).toBe(bad.build)
  await first.waitForTimeout(3_000)
  for (const page of pages) await page.evaluate(() => Object.assign(window, { stillThere: true }))

  expect(await site.release('rollback', 'shell', stable, '--reason', 'ヘッダーが崩れる', '--now')).toHaveSucceeded()
  const ended = Date.now()
  for (const page of looking) await expect.poll(() => shellOf(page).catch(() => null)).toBe(stable)
  print('shell', ended, await Promise.all(looking.map((page) => page.evaluate(() => performance.timeOrigin))))
  await expect(typing.getByText('サイトの修正版があります')).toBeVisible()
  await expect(typing.getByLabel(name)).toHaveValue('入力途中')
  expect(await typing.evaluate(() => 'stillThere' in window)).toBe(true)
  await typing.getByLabel(name).fill('')
  await expect.poll(() => shellOf(typing).catch(() => null)).toBe(stable)
  await context.close()
  await bad.remove()
})

test.describe('forty open pages, ten of them inside the area', () => {
  let bad: CopiedBuild
  test.beforeAll(async () => {
    bad = await copyBuild('ad', 'bad', {
      files: [
        [/\.js$/u, (text) => text.replaceAll('"配信結果"', '"配信結果 不良"').replaceAll('"キャンペーン一覧"', '"キャンペーン一覧 不良"')],
      ],
    })
  })
  test.afterAll(() => bad.remove())

  test('leave a build that was rolled back: at the next screen or query, at once with --now, and nothing typed is lost', async ({
    browser,
    site,
  }) => {
    test.slow()
    const { stable } = JSON.parse(await readFile(join(site.dataDir, 'registry', 'ch', 'stable', 'ad.json'), 'utf8')) as { stable: string }
    const others = await listen(site, 30)
    const first = await pageOf(browser, site, 'admin')
    const context = first.context()
    const pages = [first, ...(await Promise.all(Array.from({ length: 9 }, () => context.newPage())))]
    const typing = pages.at(-1)!
    const looking = pages.slice(0, -1)
    const openOnBad = async () => {
      const { data } = (await (await context.request.get('/api/release')).json()) as {
        data: { unit: string; open: { build: string; pages: number }[] }[]
      }
      return data.find(({ unit }) => unit === 'ad')!.open.find(({ build }) => build === bad.build)?.pages ?? 0
    }
    const releaseBad = async () => {
      expect(await site.release('promote', 'ad', bad.build)).toHaveSucceeded()
      for (const page of looking) await page.goto('/ad/campaign')
      for (const page of looking) await expect(crumbs(page)).toContainText('不良')
      await typing.goto(form)
      await typing.getByLabel(name).fill('入力途中')
      await expect.poll(openOnBad, counted).toBe(10)
      // Lost if anything reloads a page.
      for (const page of pages) await page.evaluate(() => Object.assign(window, { stillThere: true }))
    }
    expect(await site.release('publish', 'ad', '--from', bad.directory)).toHaveSucceeded()

    await releaseBad()
    // A page that knows asks for the build that it will change to. An answer with pointers proves less: the page may just have polled.
    const told = looking.map((page) => page.waitForRequest((request) => request.url().includes(`/r/ad/${stable}/`)))
    expect(await site.release('rollback', 'ad', stable, '--reason', '合計が誤っている')).toHaveSucceeded()
    await Promise.all([others.heard(), ...told])
    // A query of a list, the next screen of others.
    const [searching, ...leaving] = looking
    await searching!.getByRole('columnheader').getByRole('button').first().click()
    for (const page of leaving) await visit(page, '/ad/achievements')
    for (const page of looking) await expect(crumbs(page)).not.toContainText('不良')
    await expect(typing.getByText('この画面の修正版があります')).toBeVisible()
    await expect(typing.getByLabel(name)).toHaveValue('入力途中')
    await expect.poll(openOnBad, counted).toBe(1)
    await typing.getByRole('button', { name: '今すぐ切り替える' }).click()
    await expect.poll(openOnBad, counted).toBe(0)
    await expect(typing.getByLabel(name)).toHaveValue('入力途中')
    for (const page of pages) expect(await page.evaluate(() => 'stillThere' in window)).toBe(true)

    await releaseBad()
    for (const page of looking)
      await page.evaluate(() => {
        const observer = new MutationObserver(() => {
          if (document.querySelector('nav[aria-label=現在地]')?.textContent.includes('不良') !== false) return
          document.body.dataset.left = String(Date.now())
          observer.disconnect()
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      })
    expect(await site.release('rollback', 'ad', stable, '--reason', '合計が誤っている', '--now')).toHaveSucceeded()
    const ended = Date.now()
    for (const page of looking) await expect(crumbs(page)).not.toContainText('不良')
    print('area', ended, await Promise.all(looking.map((page) => page.evaluate(() => Number(document.body.dataset.left)))))
    await expect.poll(openOnBad, counted).toBe(1)
    await typing.getByLabel(name).fill('')
    await expect.poll(openOnBad, counted).toBe(0)
    others.end()
    await context.close()
  })
})
