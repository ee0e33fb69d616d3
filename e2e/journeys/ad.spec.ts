import type { Locator, Page } from '@playwright/test'
import { expectScreen } from '../support/navigation.ts'
import { choose, search } from '../support/select.ts'
import { expect, pageOf, test } from '../support/test.ts'

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(new RegExp(`^${label}\\s*(必須)?\\s*$`, 'u'))

async function enterTime(page: Page, label: string, value: string): Promise<void> {
  await field(page, label).fill(value)
  await field(page, label).press('Enter')
}

/** The offered products by name. */
const offered = (page: Page) => page.getByRole('radiogroup', { name: /^広告商品/u }).getByRole('radio')
const product = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`, 'u') })
const filter = (page: Page, name: string) => page.getByRole('group', { name: '商品の絞り込み' }).getByLabel(`${name}で絞り込む`)

async function clear(page: Page, name: string): Promise<void> {
  const choice = page.locator('.ant-select').filter({ has: page.getByLabel(`${name}で絞り込む`) })
  await choice.hover()
  await choice.locator('.ant-select-clear').click()
}

/** Filters by format, space and price narrow the products and appear in the address; the remaining budget stays visible. */
/** The least quantity of a product that arrives while somebody is in the field gives way to what they type. */
async function typesAsQuantityArrives(page: Page): Promise<void> {
  const quantity = field(page, '購入数')
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const product = /\/api\/product\/\d+$/u
  await page.route(product, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('radio', { name: /ディスプレイ スタンダード/u }).check()
  await quantity.focus()
  letGo()
  await expect(quantity).toHaveValue(/^10,?000$/u)
  await page.keyboard.type('12000')
  await expect(quantity).toHaveValue('12000')
  await page.unroute(product)
  await quantity.fill('10000')
}

async function narrowsProducts(page: Page, cost: Locator): Promise<void> {
  await expect(offered(page)).toHaveCount(9)
  // The filter by format hides products without these banners.
  await filter(page, 'フォーマット').click()
  await search(page, 'バナー 970×250')
  await expect(product(page, '記事中ネイティブ')).toHaveCount(0)
  await expect(product(page, 'トップページジャック')).toBeVisible()
  await expect(product(page, 'ディスプレイ スタンダード')).toBeVisible()
  const ofFormat = await offered(page).count()
  // The filter by space leaves products for it, and products for every space.
  await filter(page, '広告枠').click()
  await search(page, 'サイドバー')
  await expect(product(page, 'トップページジャック')).toHaveCount(0)
  await expect(product(page, 'ディスプレイ スタンダード')).toBeVisible()
  expect(await offered(page).count()).toBeLessThan(ofFormat)
  await clear(page, 'フォーマット')
  await expect(product(page, 'サイドバー 大型バナー')).toBeVisible()
  await expect(product(page, 'スマートフォンバナー')).toHaveCount(0)
  // The filter by price takes full-width digits; Enter does not submit.
  await page.getByLabel('単価の上限').fill('５００')
  await page.getByLabel('単価の上限').press('Enter')
  await expect(product(page, 'サイドバー 大型バナー')).toHaveCount(0)
  await expect(offered(page)).toHaveCount(2)
  // The selection stays visible, and the remaining budget reflects it.
  await product(page, 'クリック課金ディスプレイ').check()
  await expect(cost).toContainText('¥92,000')
  await page.getByLabel('単価の上限').fill('60')
  await expect(offered(page)).toHaveCount(1)
  await expect(page.getByText('選択中の商品です（絞り込みの条件には合いません）。')).toBeVisible()
  await expect(product(page, 'クリック課金ディスプレイ')).toBeChecked()
  await product(page, 'クリック課金ディスプレイ').scrollIntoViewIfNeeded()
  await expect(cost).toBeInViewport()
  await field(page, '配信比重').scrollIntoViewIfNeeded()
  await expect(cost).toBeInViewport()
  // A phone has no room beside the form, so the sums are next to the button.
  await page.setViewportSize({ width: 390, height: 844 })
  const beside = page.getByText('登録後の残り ¥92,000')
  await expect(beside).toBeInViewport()
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await expect(beside).toBeInViewport()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(beside).toBeHidden()
  // The address restores the filters, together with the draft.
  await expect(page).toHaveURL(/\?space=\d+&price=60$/u)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('下書きを復元しました')).toBeVisible()
  await expect(page.getByLabel('単価の上限')).toHaveValue('60')
  await expect(offered(page)).toHaveCount(1)
  await expect(product(page, 'クリック課金ディスプレイ')).toBeChecked()
  await expect(cost).toContainText('¥92,000')
  await page.getByRole('button', { name: '絞り込みを解除' }).click()
  await expect(page).toHaveURL(/\/create\/\d+$/u)
  await expect(offered(page)).toHaveCount(9)
}

test('the administrator creates a campaign, the agency adds an ad in a few steps, and its panel names what keeps it from being served', async ({
  browser,
  site,
}) => {
  test.slow()
  const admin = await pageOf(browser, site, 'admin')
  await admin.goto('/ad/campaign/create')
  await field(admin, 'キャンペーン名').fill('冬の新商品')
  await admin.getByRole('radio', { name: 'サイト誘導' }).check()
  await choose(admin, '広告主', '株式会社あおば食品')
  await choose(admin, '代理店', '株式会社大和アドパートナーズ')
  await enterTime(admin, '開始日時', '2031/01/10 00:00')
  await enterTime(admin, '終了日時', '2031/01/31 00:00')
  await field(admin, '通期予算').fill('100000')
  await admin.getByRole('button', { name: '登録する' }).click()
  await expect(admin).toHaveURL(/\/ad\/campaign\/\d+$/u)
  const campaign = /\d+$/u.exec(admin.url())![0]

  // The agency goes from the campaign to its first ad.
  const page = await pageOf(browser, site, 'agency')
  await page.goto(`/ad/campaign/next_ad/${campaign}`)
  await expectScreen(page, '次の広告')
  await expect(page.getByText('このキャンペーンにはまだ広告がありません。')).toBeVisible()
  await page.getByRole('link', { name: '最初の広告を登録' }).click()
  await expect(page).toHaveURL(new RegExp(`/ad/advertisement/create/${campaign}$`, 'u'))

  // One choice fills in name, quantity and budget; the cost is shown beside it.
  const cost = page.getByRole('region', { name: '費用と予算' })
  await expect(cost).toContainText('¥100,000')
  await narrowsProducts(page, cost)
  await typesAsQuantityArrives(page)
  await expect(field(page, '広告名')).toHaveValue('冬の新商品 ディスプレイ スタンダード')
  await expect(field(page, '予算')).toHaveValue('5,000')
  await expect(cost).toContainText('10,000 回表示 ÷ 1,000 × ¥500')
  await expect(cost).toContainText('¥95,000')

  // The three errors of the next step block submission.
  const submit = page.getByRole('button', { name: '登録する' })
  await field(page, '購入数').fill('９０００')
  await field(page, 'リンク先URL').fill('https://lp.example/winter')
  await submit.click()
  await expect(page.getByText('最低購入数10,000に1,000足りません。')).toBeVisible()
  await field(page, '購入数').fill('300000')
  await field(page, 'リンク先URL').click()
  await expect(page.getByText('キャンペーンの予算を50,000円超えています（残り100,000円）。')).toBeVisible()
  await expect(cost).toContainText('¥50,000 超過')
  await field(page, '購入数').fill('20000')
  await field(page, 'リンク先URL').click()
  await expect(field(page, '予算')).toHaveValue('10,000')

  // Targeting: the week is painted with the mouse and navigated with the keyboard.
  await page.getByRole('checkbox', { name: 'スマートフォン' }).check()
  await page.getByRole('checkbox', { name: '曜日・時間帯を指定する' }).check()
  const week = page.getByRole('table', { name: '曜日・時間帯' })
  await expect(page.getByText('週 45 時間を選択中')).toBeVisible()
  await page.getByRole('group', { name: 'ターゲティング' }).getByRole('button', { name: 'クリア' }).click()
  await week.getByRole('button', { name: '月曜 9時', exact: true }).hover()
  await page.mouse.down()
  await week.getByRole('button', { name: '火曜 9時', exact: true }).hover()
  await week.getByRole('button', { name: '火曜 11時', exact: true }).hover({ force: true })
  await page.mouse.up()
  await expect(week.getByRole('button', { name: '火曜 9時', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await week.getByRole('button', { name: '火曜 9時', exact: true }).press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(week.getByRole('button', { name: '水曜 9時', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await week.getByRole('button', { name: '日曜の終日' }).click()
  await expect(week.getByRole('button', { name: '日曜 23時', exact: true })).toHaveAttribute('aria-pressed', 'true')

  // A creative group is created without leaving the form, and the draft survives a reload.
  await page.getByRole('button', { name: 'グループを新規作成' }).click()
  await field(page, 'グループ名').fill('冬の新商品 バナー')
  await page.getByRole('main').getByRole('button', { name: '登録する' }).first().click()
  await expect(page.getByText('クリエイティブグループを登録しました')).toBeVisible()
  const draft = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('adsite.d.'))
      return key === undefined ? null : localStorage.getItem(key)
    })
  // The draft is written shortly after the last change; until then the former one is stored.
  await expect
    .poll(async () => {
      const before = await draft()
      await page.waitForTimeout(1500)
      return before !== null && before === (await draft())
    })
    .toBe(true)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(field(page, 'リンク先URL')).toHaveValue('https://lp.example/winter')
  await expect(page.getByRole('radio', { name: /ディスプレイ スタンダード/u })).toBeChecked()
  await submit.last().click()
  await expect(page.getByText('広告を登録しました')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/ad/campaign/${campaign}/advertisement/\\d+$`, 'u'))

  // The ad has no second address below another campaign.
  const own = new URL(page.url()).pathname
  await page.goto(`/ad/campaign/1/advertisement/${/\d+$/u.exec(own)![0]}?tab=articles`)
  await expect(page).toHaveURL(new RegExp(`${own}\\?tab=articles$`, 'u'))
  await page.goto(own)

  // Every reason why it is not serving, with a link to what resolves it.
  const panel = page.getByRole('region', { name: '配信状況' })
  await expect(panel).toContainText('準備中')
  await expect(panel).toContainText('クリエイティブグループにクリエイティブがありません（冬の新商品 バナー）')
  await expect(panel).toContainText('まだ申し込まれていません')
  await expect(panel).toContainText('開始前です（2031/01/10 00:00）')
  await expect(panel.getByRole('link', { name: 'クリエイティブグループを開く' })).toBeVisible()
  const status = page.getByRole('main')
  await expect(status).toContainText('スマートフォン、月・水 9〜10時')

  // Pausing adds a reason at once.
  await page.getByRole('button', { name: '停止する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '停止する' }).click()
  await expect(page.getByText('広告を停止しました')).toBeVisible()
  await expect(panel).toContainText('広告が停止されています')

  // The campaign counts it; the copy is paused with its ads.
  await admin.reload()
  await expect(admin.getByRole('main')).toContainText('1 件の広告')
  await expect(admin.getByRole('link', { name: '冬の新商品 ディスプレイ スタンダード' })).toBeVisible()
  await admin.getByRole('link', { name: '複製', exact: true }).click()
  await admin.getByRole('dialog').getByRole('button', { name: '複製する' }).click()
  await expect(admin.getByText('キャンペーンを複製しました')).toBeVisible()
  await expect(admin.getByRole('heading', { level: 1 })).toContainText('冬の新商品 のコピー')
  await expect(admin.getByRole('main')).toContainText('キャンペーンが停止されています')
  for (const one of [admin, page]) await one.context().close()
})

test('another agency’s campaign and ads are not there', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'agency')
  const admin = await pageOf(browser, site, 'admin')
  const all = (await (await admin.request.get('/api/campaign?limit=100')).json()) as {
    data: { id: number; refs: Record<string, string> }[]
  }
  const foreign = all.data.find(({ refs }) => refs['agency_account_id'] !== '株式会社大和アドパートナーズ')!
  await page.goto(`/ad/campaign/${foreign.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'キャンペーンが見つかりません' })).toBeVisible()
  await page.goto(`/ad/advertisement/create/${foreign.id}`)
  await expect(page.getByRole('heading', { name: 'キャンペーンが見つかりません' })).toBeVisible()
  for (const one of [admin, page]) await one.context().close()
})
