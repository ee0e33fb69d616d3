import { deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { announce } from '../support/api.ts'
import { chooseFromMenu, expectScreen } from '../support/navigation.ts'
import { expect, pageOf, test } from '../support/test.ts'

function crc(data: Buffer): Buffer {
  let value = ~0
  for (const byte of data) {
    value ^= byte
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(~value >>> 0)
  return sum
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([length, body, crc(body)])
}

/** An image of 16 × 16 grey pixels. */
function png(): Buffer {
  const head = Buffer.from([0, 0, 0, 16, 0, 0, 0, 16, 8, 0, 0, 0, 0])
  const rows = Buffer.concat(Array.from({ length: 16 }, () => Buffer.concat([Buffer.of(0), Buffer.alloc(16, 0x80)])))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

/** Collects everything that the browser reports, including policy violations. */
function complaints(page: Page): string[] {
  const heard: string[] = []
  page.on('pageerror', (error) => heard.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Refused to/iu.test(message.text())) heard.push(message.text())
  })
  return heard
}

test('an announcement is written, given files, read and confirmed, changed and deleted', async ({ browser, site }) => {
  test.slow()
  const admin = await pageOf(browser, site, 'admin')
  const heard = complaints(admin)
  await admin.goto('/')
  await chooseFromMenu(admin, '運用管理', 'お知らせ登録')
  await expectScreen(admin, 'お知らせ登録')
  const main = admin.getByRole('main')
  await main.getByRole('textbox', { name: /^タイトル/u }).fill('試験用の重要なお知らせ')
  await main.getByRole('combobox', { name: /^種類/u }).click()
  await admin.locator('.ant-select-item-option').filter({ hasText: 'メンテナンス' }).click()
  await main.getByRole('checkbox', { name: /^重要/u }).check()
  await main.getByRole('checkbox', { name: '広告主' }).check()

  // Written with keyboard and toolbar.
  const body = main.getByRole('textbox', { name: /^本文/u })
  await body.click()
  await admin.keyboard.press('Control+Alt+2')
  await admin.keyboard.type('作業の日時')
  await admin.keyboard.press('Enter')
  await admin.keyboard.type('夜間に')
  await admin.keyboard.press('Control+B')
  await admin.keyboard.type('停止します')
  await admin.keyboard.press('Control+B')
  await admin.keyboard.press('Enter')
  await main.getByRole('button', { name: 'リンク', exact: true }).click()
  const dialog = admin.getByRole('dialog', { name: 'リンクの設定' })
  await dialog.getByRole('textbox').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: '設定' }).click()
  await expect(dialog).toContainText('URLを入力してください。')
  await dialog.getByRole('textbox').fill('https://example.com/status')
  await admin.keyboard.press('Enter')
  await expect(body.getByRole('link')).toHaveText('https://example.com/status')
  await main.getByRole('button', { name: 'プレビュー' }).click()
  await expect(main.getByRole('heading', { level: 2, name: '作業の日時' })).toBeVisible()
  await main.getByRole('button', { name: 'プレビュー' }).click()
  const from = main.getByRole('textbox', { name: /^掲載開始/u })
  await from.fill('2026/01/05 09:00')
  await from.press('Enter')
  await admin.getByRole('button', { name: '登録する' }).click()
  await expect(admin.getByText('お知らせを登録しました')).toBeVisible()
  await expect(main.getByRole('heading', { level: 1 })).toContainText('試験用の重要なお知らせ')

  // Files by button, with refusals explained, and by drag and drop.
  await main.getByLabel(/ファイルを選択/u).setInputFiles([
    { name: '図.png', mimeType: 'image/png', buffer: png() },
    { name: '偽.png', mimeType: 'image/png', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  ])
  await expect(main.getByRole('link', { name: '図.png' })).toBeVisible()
  await expect(main.getByRole('alert')).toContainText(/^偽\.png：/u)
  const [download] = await Promise.all([admin.waitForEvent('download'), main.getByRole('link', { name: '図.png' }).click()])
  expect(download.suggestedFilename()).toBe('図.png')

  // Only the addressed roles can read it.
  const reader = await pageOf(browser, site, 'advertiser')
  const readerHeard = complaints(reader)
  await reader.goto('/')
  await expect(reader.getByRole('link', { name: 'お知らせがあります。' })).toBeVisible()
  await reader.getByRole('region', { name: '重要なお知らせ' }).getByRole('link', { name: '試験用の重要なお知らせ' }).click()
  await expectScreen(reader, 'お知らせ詳細')
  await expect(reader.getByRole('heading', { level: 2, name: '作業の日時' })).toBeVisible()
  await expect(reader.getByRole('main').getByText('停止します')).toHaveCSS('font-weight', '700')
  await expect(reader.getByRole('link', { name: '図.png' })).toBeVisible()
  await reader.getByRole('button', { name: '確認済みにする' }).click()
  await expect(reader.getByText('確認済みにしました')).toBeVisible()
  await expect(reader.getByText('確認済み', { exact: true })).toBeFocused()
  await reader.getByRole('navigation', { name: '現在地' }).getByRole('link', { name: 'お知らせ' }).click()
  await expect(reader.getByRole('listitem').filter({ hasText: '試験用の重要なお知らせ' })).toContainText('確認済み')
  const address = admin.url().replace('/op', '')
  const other = await pageOf(browser, site, 'pg')
  await other.goto(address)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('お知らせが見つかりません')

  // Edited, then deleted.
  await admin.getByRole('button', { name: '編集', exact: true }).click()
  await main.getByRole('textbox', { name: /^タイトル/u }).fill('改めたお知らせ')
  await admin.getByRole('button', { name: '保存する' }).click()
  await expect(admin.getByText('お知らせを更新しました')).toBeVisible()
  await main.getByRole('button', { name: '図.png を削除' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: '削除' }).click()
  await expect(main.getByText('添付ファイルはありません。')).toBeVisible()
  await main.getByRole('button', { name: '削除', exact: true }).click()
  await admin.getByRole('dialog', { name: 'お知らせを削除しますか？' }).getByRole('button', { name: '削除' }).click()
  await expect(admin.getByText('お知らせを削除しました')).toBeVisible()
  await expectScreen(admin, 'お知らせ管理')
  await expect(main.getByText('改めたお知らせ')).toHaveCount(0)
  await reader.goto(address)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('お知らせが見つかりません')
  expect([...heard, ...readerHeard]).toEqual([])
  for (const page of [admin, reader, other]) await page.context().close()
})

test('files can be dropped onto the box', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  const id = await announce(page.request, 'ファイルのお知らせ')
  await page.goto(`/op/information/${id}`)
  const box = page.getByLabel(/ファイルを選択/u)
  await expect(box).toBeAttached()
  const transfer = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], '落とした図.png', { type: 'image/png' }))
      return data
    },
    [...png()],
  )
  await box.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.getByText('落とした図.png を追加しました')).toBeVisible()
  await expect(page.getByRole('link', { name: '落とした図.png' })).toBeVisible()
  await page.context().close()
})

test('the list is filtered and paged in the address, in Japanese and in English', async ({ browser, site }) => {
  const admin = await pageOf(browser, site, 'admin')
  for (let index = 1; index <= 21; index += 1) {
    const day = String(index).padStart(2, '0')
    await announce(admin.request, `新機能 ${day}`, {
      type: 'FEATURE',
      publish_from: `2026-02-${day}T00:00:00.000Z`,
      target_roles: ['rep', 'admin'],
    })
  }
  const page = await pageOf(browser, site, 'rep', { locale: 'en-US' })
  await page.goto('/information')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: 'New feature' }).click()
  await expect(page).toHaveURL(/\/information\?type=FEATURE$/u)
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'New feature' }).filter({ hasText: 'Unconfirmed' })
  await expect(rows).toHaveCount(20)
  // The button to the top is in the header, where it covers nothing.
  const toEnd = () => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const [next, up] = [page.getByRole('button', { name: 'Next' }), page.getByRole('button', { name: 'Back to top' })]
  await toEnd()
  await expect(up).toBeVisible()
  const [header, round] = [(await page.getByRole('banner').boundingBox())!, (await up.boundingBox())!]
  expect(round.y + round.height).toBeLessThanOrEqual(header.y + header.height)
  await next.click()
  await expect(page.getByRole('link', { name: '新機能 01' })).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page).toHaveURL(/\/information\?type=FEATURE&before=/u)
  await expect(rows).toHaveCount(20)
  await page.goBack()
  await expect(page.getByRole('link', { name: '新機能 01' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: '新機能 01' })).toBeVisible()
  for (const opened of [admin, page]) await opened.context().close()
})

test('what a request smuggles into the text reaches no page', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  const heard = complaints(page)
  const id = await announce(page.request, '細工のあるお知らせ', {
    body: '<p style="position:fixed;inset:0" onclick="alert(1)">本文<img src=x onerror="document.title=1"><a href="javascript:alert(1)">押す</a></p><form action="/logout"><input></form>',
  })
  for (const address of [`/information/${id}`, `/op/information/${id}`, `/op/information/${id}?edit=1`]) {
    await page.goto(address)
    await expect(page.getByRole('main')).toContainText('本文')
    await expect(page.locator('main img, main form[action], main a[href^="javascript"], main [onclick]')).toHaveCount(0)
    await expect(page.locator('main p[style*="fixed"]')).toHaveCount(0)
  }
  expect(heard).toEqual([])
  await page.context().close()
})
