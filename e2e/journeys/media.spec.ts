import type { Locator, Page } from '@playwright/test'
import { post } from '../support/api.ts'
import { choose, search } from '../support/select.ts'
import { expect, pageOf, test } from '../support/test.ts'

/** A control of the form by its label; required ones include that in their name. */
function field(page: Page, role: 'textbox' | 'combobox', label: string): Locator {
  return page.getByRole('main').getByRole(role, { name: new RegExp(`^${label}( 必須)?$`, 'u') })
}

async function firstId(page: Page, list: string): Promise<number> {
  const { data } = (await (await page.request.get(list)).json()) as { data: { id: number }[] }
  return data[0]!.id
}

// Matches the end of the name, because a button in progress has an icon before it.
const action = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name: new RegExp(`${name}$`, 'u') })
const state = (page: Page) => page.getByRole('heading', { level: 1 })

test('a medium gets a space and a frame, which stops with a reason and restarts while the medium is active', async ({ browser, site }) => {
  test.slow()
  const page = await pageOf(browser, site, 'admin')
  const publisher_id = await firstId(page, '/api/publisher/select_list')
  const medium = (await post(page.request, '/api/medium', { name: '試験媒体', publisher_id, domain: 'trial.example' })).data.id

  // From the medium to a new space in it, and from the space to a new frame.
  await page.goto(`/op/medium/${medium}`)
  await page.getByRole('link', { name: '広告枠を登録' }).click()
  await expect(page.getByRole('main')).toContainText('試験媒体')
  await field(page, 'textbox', '広告枠名').fill('試験枠 ヘッダー')
  await choose(page, '掲載位置', 'ヘッダー')
  await action(page, '登録する').click()
  await expect(page.getByText('広告枠を登録しました')).toBeVisible()
  await page.getByRole('link', { name: '配信枠を登録' }).click()
  await field(page, 'textbox', '配信枠名').fill('試験配信枠')
  await field(page, 'textbox', '枠コード').fill('trial-1')
  await field(page, 'textbox', '幅（px）').fill('７２８')
  await field(page, 'textbox', '高さ（px）').fill('90')
  await action(page, '登録する').click()
  await expect(page.getByText('配信枠を登録しました')).toBeVisible()
  await expect(state(page)).toContainText('準備中')
  const frame = page.url()

  await action(page, 'その他の操作').click()
  await expect(action(page, '停止する')).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'その他の操作' })).toBeHidden()
  await action(page, '開始する').click()
  await expect(state(page)).toContainText('稼働中')
  await action(page, '停止する').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '停止する' }).click()
  await expect(dialog.getByText('必須項目です。')).toBeVisible()
  await dialog.getByRole('textbox', { name: /停止の理由/u }).fill('タグの不具合')
  await dialog.getByRole('button', { name: '停止する' }).click()
  await expect(page.getByText('配信枠を停止しました')).toBeVisible()
  await expect(state(page)).toContainText('停止中')
  await expect(page.getByRole('main')).toContainText('タグの不具合')

  // A restart requires an active medium.
  await page.goto(`/op/medium/${medium}`)
  await action(page, '無効にする').click()
  await page.getByRole('dialog').getByRole('button', { name: '無効にする' }).click()
  await expect(state(page)).toContainText('無効')
  await page.getByRole('link', { name: '試験配信枠' }).click()
  await expect(page).toHaveURL(frame)
  await action(page, 'その他の操作').click()
  await expect(action(page, '再開する')).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('媒体「試験媒体」が有効ではありません。先に媒体を有効にしてください。')).toBeVisible()
  await page.getByRole('link', { name: '試験媒体' }).click()
  await action(page, '有効にする').click()
  await expect(state(page)).toContainText('有効')
  await page.goto(frame)
  await action(page, '再開する').click()
  await expect(page.getByText('配信枠を再開しました')).toBeVisible()
  await expect(state(page)).toContainText('稼働中')
  await page.context().close()
})

test('a media group lists and creates frames on its own media', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'pg')
  await page.goto('/op/delivery_frame')
  await expect(page.getByRole('table').getByRole('rowheader').first()).toBeVisible()
  // The detail page below /op is the administrator's; names link to the frame's page of the media side.
  const first = page.getByRole('table').getByRole('rowheader').getByRole('link').first()
  await expect(first).toHaveAttribute('href', /^\/md\/ad_space\/frame\/\d+$/u)
  const { data } = (await (await page.request.get('/api/space/select_list')).json()) as { data: { name: string }[] }
  await page.getByRole('link', { name: '配信枠を登録' }).click()
  await field(page, 'textbox', '配信枠名').fill('自社の配信枠')
  await field(page, 'textbox', '枠コード').fill('own-1')
  await field(page, 'textbox', '幅（px）').fill('0')
  await field(page, 'textbox', '高さ（px）').fill('0')
  await choose(page, '広告枠', data[0]!.name)
  await action(page, '登録する').click()
  await expect(page.getByText('配信枠を登録しました')).toBeVisible()
  await expect(page).toHaveURL(/\/md\/ad_space\/frame\/\d+$/u)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('自社の配信枠')
  await page.context().close()
})

test('a product is made of formats and sold; only then advertisers are offered it', async ({ browser, site }) => {
  test.slow()
  const page = await pageOf(browser, site, 'admin')
  const advertiser = await pageOf(browser, site, 'advertiser')
  const offered = async () => {
    const answer = await advertiser.request.get('/api/product/select_list', { params: { q: '試験商品' } })
    return ((await answer.json()) as { data: { name: string }[] }).data.map(({ name }) => name)
  }
  await page.goto('/op/product/create')
  await field(page, 'textbox', '商品名').fill('試験商品')
  await choose(page, '課金方式', 'CPC')
  await field(page, 'textbox', '単価').fill('80.5')
  await field(page, 'textbox', '最低購入数').fill('1,000')
  await field(page, 'textbox', '販売開始日').fill('2026/01/01')
  await page.keyboard.press('Enter')
  await choose(page, 'フォーマット', 'バナー 300×250')
  // Clearing the search shows more options in the open list.
  await expect(field(page, 'combobox', 'フォーマット')).toHaveValue('')
  await search(page, 'ネイティブ 600×400')
  await page.keyboard.press('Escape')
  await action(page, '登録する').click()
  await expect(page.getByText('広告商品を登録しました')).toBeVisible()
  await expect(state(page)).toContainText('下書き')
  for (const name of ['バナー 300×250', 'ネイティブ 600×400']) await expect(page.getByRole('link', { name })).toBeVisible()
  expect(await offered()).toEqual([])
  await action(page, '販売を開始').click()
  await expect(state(page)).toContainText('販売中')
  expect(await offered()).toEqual(['試験商品'])

  // A format lists its products.
  await page.getByRole('link', { name: 'バナー 300×250' }).click()
  await expect(page.getByRole('region', { name: '広告商品' })).toContainText('試験商品')
  await page.getByRole('link', { name: '試験商品' }).click()
  await action(page, '販売を終了').click()
  await page.getByRole('dialog').getByRole('button', { name: '販売を終了' }).click()
  await expect(state(page)).toContainText('販売終了')
  expect(await offered()).toEqual([])
  await advertiser.context().close()
  await page.context().close()
})

test('a media group’s revenue share: what it pays, periods to come, and a past that stays', async ({ browser, site }) => {
  test.slow()
  const page = await pageOf(browser, site, 'admin')
  const over = (await (await page.request.get('/api/revenue-share?phase=PAST')).json()) as { data: { publisher_group_id: number }[] }
  const group = over.data[0]!.publisher_group_id
  await page.goto(`/op/publisher_group/${group}`)
  await page.getByRole('link', { name: '分配率と期間、月別の支払額を見る' }).click()
  await expect(page.getByRole('img', { name: /支払額。合計 ¥/u })).toBeVisible()
  const { total } = (await (await page.request.get(`/api/revenue-share/monthly?publisher_group_id=${group}`)).json()) as {
    total: { revenue: string }
  }
  const yen = `¥${new Intl.NumberFormat('ja', { maximumFractionDigits: 0 }).format(total.revenue as unknown as number)}`
  await expect(page.getByRole('region', { name: '月別の支払額' }).getByRole('row', { name: /^合計/u })).toContainText(yen)

  // An overlap is refused on its field; an adjacent period is accepted.
  await page.getByRole('link', { name: 'レベニューシェアを登録' }).click()
  await field(page, 'textbox', '媒体への分配率').fill('６６．６６６％')
  const day = (offset: number) => new Date(Date.now() + 9 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '/')
  await field(page, 'textbox', '適用開始日').fill(day(5))
  await page.keyboard.press('Enter')
  await action(page, '登録する').click()
  await expect(page.getByText('期間が登録済みのものと重なっています。重ならない日付を指定してください。')).toBeVisible()
  // A medium has periods of its own beside those of the group.
  const listed = async (list: string) => {
    const answer = await page.request.get(list, { params: { publisher_group_id: group } })
    return ((await answer.json()) as { data: { id: number; name: string; medium_id?: number }[] }).data
  }
  const rated = (await listed('/api/revenue-share')).map(({ medium_id }) => medium_id)
  const free = (await listed('/api/medium')).find(({ id }) => !rated.includes(id))!
  await choose(page, '媒体', free.name)
  await action(page, '登録する').click()
  await expect(page.getByText('レベニューシェアを登録しました')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('66.666%')
  await expect(state(page)).toContainText('適用前')
  await action(page, '削除').click()
  await page.getByRole('dialog').getByRole('button', { name: '削除' }).click()
  await expect(page).toHaveURL(new RegExp(`/op/revenueshare/${group}$`, 'u'))

  // The current period can only be ended; past ones are immutable.
  const periods = page.getByRole('region', { name: '分配率と期間' }).getByRole('row')
  await periods
    .filter({ has: page.getByText('適用中', { exact: true }) })
    .first()
    .getByRole('link')
    .click()
  await expect(action(page, '削除')).toHaveAttribute('aria-disabled', 'true')
  await action(page, '編集').click()
  await expect(field(page, 'textbox', '適用終了日')).toBeVisible()
  await expect(field(page, 'textbox', '媒体への分配率')).toHaveCount(0)
  await page.goto(`/op/revenueshare/${group}`)
  await periods
    .filter({ has: page.getByText('終了', { exact: true }) })
    .first()
    .getByRole('link')
    .click()
  await expect(action(page, '編集')).toHaveAttribute('aria-disabled', 'true')
  await page.context().close()
})
