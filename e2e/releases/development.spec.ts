import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { copyWorkspace } from '../support/next-build.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expectDenied, expectScreen } from '../support/navigation.ts'
import { environment, freePort } from '../support/site.ts'
import { expect, pageOf, signIn, test } from '../support/test.ts'

interface Served {
  readonly link: string
  readonly origin: string
  /** Rewrites the screen's source, as an editor does. */
  readonly edit: (change: (text: string) => string) => Promise<void>
  readonly stop: () => Promise<void>
}

const screen = 'src/campaign/CampaignCreateScreen.tsx'
/** Long enough for a build or a check of all types on a busy machine. */
const patient = { timeout: 180_000 }

/** Runs `pnpm dev:ad` in a copy of the workspace, whose sources can be changed. */
async function serve(site: string): Promise<Served> {
  const copy = await copyWorkspace('ad')
  async function edit(change: (text: string) => string): Promise<void> {
    const path = join(copy.folder, screen)
    const text = await readFile(path, 'utf8')
    expect(change(text)).not.toBe(text)
    await writeFile(path, change(text))
  }
  await edit((text) => text.replace(/return (<ResourceCreate.*\/>)/u, 'return <><p>編集前の文</p>$1</>'))
  const port = await freePort()
  const child = spawn('node', ['scripts/dev.ts', 'ad', '--site', site, '--port', String(port), '--json'], {
    cwd: copy.place,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as { event: string; text?: string; link: string; origin: string }
    if (event.event === 'failed') throw new Error(event.text)
    if (event.event !== 'ready') continue
    child.stdout.resume()
    return {
      ...event,
      edit,
      async stop() {
        child.kill('SIGTERM')
        await ended
        await copy.remove()
      },
    }
  }
  throw new Error('The development server ended before it was ready')
}

test('a development build runs for the administrator who asked for it alone, and shows an edit without a reload', async ({
  browser,
  site,
}) => {
  test.setTimeout(600_000)
  const served = await serve(site.url)
  const page = await pageOf(browser, site, 'admin')
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  // The client of webpack-dev-server repeats the errors of the build.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('[webpack-dev-server]')) problems.push(message.text())
  })
  const banner = page.getByRole('complementary', { name: '開発ビルドの表示' })
  try {
    await page.goto(served.link)
    await expect(page.getByRole('main')).toContainText(served.origin)
    await expectAccessible(page, 'the question before a development build')
    await page.getByRole('button', { name: '開発ビルドを使う' }).click()
    await expect(banner).toContainText(`広告管理（${served.origin}）`)

    await page.goto('/ad/campaign/create')
    await page.getByLabel('キャンペーン名').fill('入力途中のキャンペーン')
    await page.evaluate(() => Object.assign(window, { stillThere: true }))
    await expect(page.getByText('編集前の文')).toBeVisible()
    // An editor that is caught between emptying the file and writing it.
    let whole = ''
    await served.edit((text) => {
      whole = text
      return ''
    })
    const errors = banner.getByRole('list', { name: 'ビルド・型のエラーの一覧' })
    await expect(errors).toContainText(screen, patient)
    await served.edit(() => whole.replace('編集前の文', '編集した文'))
    await expect(page.getByText('編集した文')).toBeVisible(patient)
    await expect(errors).toHaveCount(0, patient)
    await expect(page.getByLabel('キャンペーン名')).toHaveValue('入力途中のキャンペーン')
    expect(await page.evaluate(() => 'stillThere' in window)).toBe(true)
    await expectAccessible(page, 'the banner of a development build')

    // Errors of types and of the build leave the page running, and show in the banner until they are mended.
    await served.edit((text) => text.replace('<p>編集した文', '<p title={1}>編集した文'))
    await expect(errors).toContainText('TS2322', patient)
    await expect(errors).toContainText(screen)
    await expectAccessible(page, 'the banner of a development build with errors')
    await expect(page.getByText('編集した文')).toBeVisible()
    await expect(page.getByLabel('キャンペーン名')).toHaveValue('入力途中のキャンペーン')
    await served.edit((text) => `import './missing'\n${text.replace('<p title={1}>', '<p>')}`)
    await expect(errors).toContainText('Module not found', patient)
    await expect(errors).not.toContainText('TS2322', patient)
    await expect(page.getByText('編集した文')).toBeVisible()
    await served.edit((text) => text.replace("import './missing'\n", ''))
    await expect(errors).toHaveCount(0, patient)
    await expect(page.getByLabel('キャンペーン名')).toHaveValue('入力途中のキャンペーン')

    // Another role with all of this browser's storage, including the cookie's mark.
    const kept = await page.context().storageState({ indexedDB: true })
    const others = await browser.newContext({
      baseURL: site.url,
      storageState: { ...kept, cookies: kept.cookies.filter(({ name }) => name !== 'adsite_session') },
    })
    await signIn(others.request, 'advertiser')
    const other = await others.newPage()
    const answer = await other.goto('/ad/achievements')
    expect(answer!.headers()['content-security-policy']).not.toContain(served.origin)
    await expectScreen(other, '配信結果')
    await expect(other.getByRole('complementary', { name: '開発ビルドの表示' })).toHaveCount(0)
    expect(await other.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))).not.toContainEqual(
      expect.stringContaining(served.origin),
    )
    await expectDenied(other, served.link)
    await others.close()
    // Another browser of the same administrator does not have it either.
    const elsewhere = await pageOf(browser, site, 'admin')
    expect((await elsewhere.goto('/ad/campaign'))!.headers()['content-security-policy']).not.toContain(served.origin)
    await expectScreen(elsewhere, 'キャンペーン一覧')
    await elsewhere.context().close()

    page.on('dialog', (dialog) => void dialog.accept())
    await banner.getByRole('button', { name: '終了' }).click()
    await expect(banner).toHaveCount(0)
    await expect(page.getByLabel('キャンペーン名')).toBeVisible()
    await expect(page.getByText(/^編集/u)).toHaveCount(0)
    expect(await page.evaluate(() => 'stillThere' in window)).toBe(false)
    expect(problems).toEqual([])
  } finally {
    await served.stop()
    await page.context().close()
  }
})
