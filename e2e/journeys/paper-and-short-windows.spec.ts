import type { Locator } from '@playwright/test'
import { settled } from '../support/routes.ts'
import { expect, pageOf, test } from '../support/test.ts'

/** Whether a box that scrolls shows all that is in it. */
const isWhole = (table: Locator) =>
  table.evaluate(({ parentElement: box }) => {
    if (!box) return false
    return box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1
  })

test('a list on paper has all of its rows and columns, and nothing of the frame', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/ad/campaign')
  await settled(page)
  await expect(page.getByRole('row')).toHaveCount(52)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1000 })
  await expect.poll(() => isWhole(page.getByRole('table'))).toBe(true)
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^(?:絞り込み|ダウンロード|表示項目)$/u })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'キャンペーンを登録' })).toHaveCount(0)
  await expect(page.getByRole('table').getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByText('50 件')).toBeHidden()
  await page.context().close()
})

test('a record and a form on paper have none of their buttons', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  const { data } = (await (await page.request.get('/api/campaign?limit=20')).json()) as { data: { id: number; name: string }[] }
  const { id, name } = data[0]!
  await page.goto(`/ad/campaign/${id}`)
  await settled(page)
  await expect(page.getByRole('button', { name: '編集', exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.getByRole('button', { name: '編集', exact: true })).toBeHidden()
  await page.emulateMedia({ media: null })
  await page.goto(`/ad/campaign/${id}?edit=1`)
  await expect(page.getByRole('button', { name: '保存する' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('textbox', { name: 'キャンペーン名' })).toHaveValue(name)
  await expect(page.getByRole('button', { name: '保存する' })).toBeHidden()
  await page.context().close()
})

test('on paper there is no place for files, no button of an announcement and no choice that was not taken', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'agency')
  const { data } = (await (await page.request.get('/api/ad-creative?status=DRAFT&limit=20')).json()) as { data: { id: number }[] }
  const places: readonly (readonly [string, Locator])[] = [
    [`/ad/creative/${data[0]!.id}`, page.getByText('ファイルを選択')],
    ['/', page.getByRole('button', { name: /^確認済みにする：/u }).first()],
    ['/ad/achievements', page.getByText('広告別', { exact: true })],
  ]
  for (const [address, pressed] of places) {
    await page.goto(address)
    await expect(pressed).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(pressed).toBeHidden()
    await page.emulateMedia({ media: null })
  }
  await page.context().close()
})

test('in a short window, the header and the bar of a form leave the height to the form', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin', { viewport: { width: 844, height: 390 } })
  await page.goto('/ad/campaign/create')
  await settled(page)
  await page.evaluate(() => window.scrollTo(0, 300))
  await expect(page.getByRole('banner')).not.toBeInViewport()
  await expect(page.getByRole('button', { name: '登録する' })).not.toBeInViewport()
  await page.context().close()
})

test('the panel of saved views keeps its buttons in sight: with a long name, and on a phone', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin')
  await page.goto('/ad/campaign?sort=name')
  await settled(page)
  const panel = page.getByRole('region', { name: '保存した表示' })
  const name = 'とても長い名前の表示'.repeat(8)
  await page.getByRole('main').getByRole('button', { name: '標準の表示' }).click()
  await panel.getByRole('button', { name: '名前を付けて保存' }).click()
  await panel.getByRole('textbox', { name: '表示の名前' }).fill(name)
  await panel.getByRole('button', { name: '保存する' }).click()
  const edit = panel.getByRole('button', { name: `「${name}」の名前と共有を変更` })
  const isInside = async () => {
    const [button, box] = [await edit.boundingBox(), await panel.boundingBox()]
    return button !== null && box !== null && button.x + button.width <= box.x + box.width
  }
  await expect.poll(isInside).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await settled(page)
  await page.getByRole('main').getByRole('button', { name: '保存した表示' }).click()
  await expect(panel).toBeInViewport({ ratio: 1 })
  await edit.click()
  await panel.getByRole('button', { name: /^削\s?除$/u }).click()
  await panel
    .getByRole('group')
    .getByRole('button', { name: /^削\s?除$/u })
    .click()
  await expect(edit).toHaveCount(0)
  await page.context().close()
})

test('a dialog that is longer than the window keeps its title and its buttons in sight', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'admin', { viewport: { width: 1366, height: 768 } })
  const { data } = (await (await page.request.get('/api/order?status=PENDING_APPROVAL&limit=20')).json()) as { data: { id: number }[] }
  await page.goto(`/ad/order_status/${data[0]!.id}`)
  await page.getByRole('button', { name: '承認する' }).click()
  const dialog = page.getByRole('dialog', { name: '承認する' })
  await expect(dialog.getByText('与信枠', { exact: true })).toBeAttached()
  for (const viewport of [
    { width: 1366, height: 768 },
    { width: 390, height: 700 },
  ]) {
    await page.setViewportSize(viewport)
    await expect(dialog.getByText('承認する', { exact: true })).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('button', { name: /を承認する$/u })).toBeInViewport({ ratio: 1 })
  }
  await page.context().close()
})
