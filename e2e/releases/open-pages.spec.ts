import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { copyBuild, type CopiedBuild } from '../support/copied-build.ts'
import { visit } from '../support/routes.ts'
import type { Site } from '../support/site.ts'
import { expect, pageOf, test } from '../support/test.ts'

const crumbs = (page: Page) => page.getByRole('navigation', { name: '現在地' })
const form = '/ad/campaign/create'
const name = 'キャンペーン名'

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
      expect(await site.release('promote', 'ad', bad.build)).toMatchObject({ code: 0 })
      for (const page of looking) await page.goto('/ad/campaign')
      for (const page of looking) await expect(crumbs(page)).toContainText('不良')
      await typing.goto(form)
      await typing.getByLabel(name).fill('入力途中')
      await expect.poll(openOnBad).toBe(10)
      // Lost if anything reloads a page.
      for (const page of pages) await page.evaluate(() => Object.assign(window, { stillThere: true }))
    }
    expect(await site.release('publish', 'ad', '--from', bad.directory)).toMatchObject({ code: 0 })

    await releaseBad()
    expect(await site.release('rollback', 'ad', stable, '--reason', '合計が誤っている')).toMatchObject({ code: 0 })
    await others.heard()
    // A query of a list, the next screen of others.
    const [searching, ...leaving] = looking
    await searching!.getByRole('columnheader').getByRole('button').first().click()
    for (const page of leaving) await visit(page, '/ad/achievements')
    for (const page of looking) await expect(crumbs(page)).not.toContainText('不良')
    await expect(typing.getByText('この画面の修正版があります')).toBeVisible()
    await expect(typing.getByLabel(name)).toHaveValue('入力途中')
    await expect.poll(openOnBad).toBe(1)
    await typing.getByRole('button', { name: '今すぐ切り替える' }).click()
    await expect.poll(openOnBad).toBe(0)
    await expect(typing.getByLabel(name)).toHaveValue('入力途中')
    for (const page of pages) expect(await page.evaluate(() => 'stillThere' in window)).toBe(true)

    await releaseBad()
    expect(await site.release('rollback', 'ad', stable, '--reason', '合計が誤っている', '--now')).toMatchObject({ code: 0 })
    for (const page of looking) await expect(crumbs(page)).not.toContainText('不良')
    await expect.poll(openOnBad).toBe(1)
    await typing.getByLabel(name).fill('')
    await expect.poll(openOnBad).toBe(0)
    others.end()
    await context.close()
  })
})
