import { createHash } from 'node:crypto'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { chooseFromMenu, expectScreen } from '../support/navigation.ts'
import type { Site } from '../support/site.ts'
import { expect, pageOf, test } from '../support/test.ts'

const panel = (page: Page) => page.getByRole('alert').filter({ hasText: '広告管理を表示できません' })
const wasRun = (page: Page) => page.evaluate(() => 'tampered' in window)

/** The folder and id of the live ad build. */
async function adBuild(site: Site): Promise<{ folder: string; build: string }> {
  const registry = join(site.dataDir, 'registry')
  const { stable } = JSON.parse(await readFile(join(registry, 'ch', 'stable', 'ad.json'), 'utf8')) as { stable: string }
  return { folder: join(registry, 'r', 'ad', stable), build: stable }
}

/** Changes a file of the registry as somebody with disk access could; returns the undo function. */
async function tamper(file: string): Promise<() => Promise<void>> {
  const copies: string[] = []
  for (const copy of ['', '.br', '.gz'].map((ending) => file + ending)) {
    await rename(copy, `${copy}.away`).then(
      () => copies.push(copy),
      // A copy that would save nothing does not exist.
      () => undefined,
    )
  }
  await writeFile(file, `window.tampered=1;${await readFile(`${file}.away`, 'utf8')}`)
  return async () => {
    for (const copy of copies) await rename(`${copy}.away`, copy)
  }
}

/** The area's scripts in the order of their requests: entry, exposed module, screen. */
async function scriptsOf(page: Page): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => {
    const name = /\/r\/ad\/[^/]+\/([^/?]+\.js)(?:\?|$)/u.exec(request.url())?.[1]
    if (name && !asked.includes(name)) asked.push(name)
  })
  await page.goto('/ad/campaign')
  await expectScreen(page, 'キャンペーン一覧')
  await expect(page.getByRole('table')).toBeVisible()
  return asked
}

test('one changed byte in entry, exposed chunk or async chunk: it never runs, and only its area suffers', async ({ browser, site }) => {
  const { folder } = await adBuild(site)
  const first = await pageOf(browser, site, 'admin')
  const [entry, ...chunks] = await scriptsOf(first)
  await first.context().close()
  expect(entry).toBe('remoteEntry.js')
  const texts = await Promise.all(chunks.map((name) => readFile(join(folder, name), 'utf8')))
  const exposed = chunks.find((_, index) => texts[index]!.includes('/ad/campaign/create'))!
  const screen = chunks.find((name) => name !== exposed)!
  expect([exposed, screen]).not.toContain(undefined)

  for (const file of [entry!, exposed, screen]) {
    const undo = await tamper(join(folder, file))
    const page = await pageOf(browser, site, 'admin')
    try {
      await page.goto('/ad/campaign')
      await expect(panel(page), file).toBeVisible()
      expect(await wasRun(page), file).toBe(false)
      await chooseFromMenu(page, '運用管理', '企業一覧')
      await expectScreen(page, '企業一覧')
    } finally {
      await undo()
    }
    await chooseFromMenu(page, '広告管理', 'キャンペーン一覧')
    await expectScreen(page, 'キャンペーン一覧')
    await expect(page.getByRole('table')).toBeVisible()
    await page.context().close()
  }
})

test('a changed script that the shell loads later never runs, and the shell says that it could not be loaded', async ({
  browser,
  site,
}) => {
  const registry = join(site.dataDir, 'registry')
  const { stable } = JSON.parse(await readFile(join(registry, 'ch', 'stable', 'shell.json'), 'utf8')) as { stable: string }
  const folder = join(registry, 'r', 'shell', stable)
  const chunk = (await readdir(folder)).find((name) => /^releases\.[^.]+\.js$/u.test(name))!
  const undo = await tamper(join(folder, chunk))
  const page = await pageOf(browser, site, 'admin')
  try {
    await page.goto('/releases')
    await expect(page.getByRole('alert').filter({ hasText: 'この画面を表示できません' })).toBeVisible()
    expect(await wasRun(page)).toBe(false)
  } finally {
    await undo()
  }
  await page.goto('/releases')
  await expectScreen(page, 'リリース管理')
  await page.context().close()
})

test('the doctor names what was changed, and nothing changed can be promoted', async ({ site }) => {
  const { folder, build } = await adBuild(site)
  expect(await site.release('doctor', '--site', site.url)).toHaveSucceeded()
  const undo = await tamper(join(folder, 'remoteEntry.js'))
  try {
    const found = await site.release('doctor', 'ad')
    expect(found.code).toBe(1)
    expect(found.stdout).toContain('the file remoteEntry.js of this build was changed after its publish')
    const promoted = await site.release('promote', 'ad', build)
    expect(promoted).toMatchObject({ code: 1, stderr: expect.stringContaining('remoteEntry.js of this build was changed') })
  } finally {
    await undo()
  }
  // Without a signature, or signed with an unknown key.
  const release = join(folder, 'release.json')
  const text = await readFile(release, 'utf8')
  try {
    await writeFile(release, text.replace(/"commit": (null|"[^"]*")/u, '"commit": "forged"'))
    const forged = await site.release('doctor', 'ad', build)
    expect(forged).toMatchObject({ code: 1, stdout: expect.stringContaining('changed after it was signed') })
  } finally {
    await writeFile(release, text)
  }
  expect(await site.release('doctor')).toHaveSucceeded()
})

test('a release that nobody signed is refused by name, with its files as they claim to be', async ({ browser, site }) => {
  const { build } = await adBuild(site)
  const script = 'window.tampered=1;'
  const hash = createHash('sha384').update(script).digest('base64')
  const page = await pageOf(browser, site, 'admin')
  let unsigned = false
  // Hash and file match; only the signature cannot be forged.
  await page.route(`**/r/ad/${build}/release.json`, async (route) => {
    const answer = await route.fetch()
    const release = (await answer.json()) as { files: Record<string, { sha384: string }>; signature: { key: string; value: string } }
    release.files['remoteEntry.js'] = { ...release.files['remoteEntry.js'], sha384: hash }
    if (unsigned) release.signature = { key: '', value: '' }
    // Nothing of it may stay in the browser's cache.
    await route.fulfill({ json: release, headers: { 'cache-control': 'no-store' } })
  })
  await page.route('**/ad/campaign', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(/<link rel="preload"[^>]*remoteEntry[^>]*>/gu, '') })
  })
  await page.route('**/r/ad/**/remoteEntry.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body: script }),
  )
  for (const reason of ['changed after it was signed', 'signed with no key']) {
    await page.goto('/ad/campaign')
    await expect(panel(page)).toBeVisible()
    await expect(panel(page)).toContainText('正規のリリースであることを確認できない')
    await expect(panel(page)).toContainText(build)
    await expect(panel(page)).toContainText(reason)
    expect(await wasRun(page)).toBe(false)
    unsigned = true
  }
  await chooseFromMenu(page, '運用管理', '企業一覧')
  await expectScreen(page, '企業一覧')
  await page.context().close()
})
