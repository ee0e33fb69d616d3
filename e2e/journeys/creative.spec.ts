import type { Page } from '@playwright/test'
import { pngOf } from '../support/image.ts'
import { expectScreen, untilQuiet } from '../support/navigation.ts'
import { choose } from '../support/select.ts'
import { agreeTo, expect, pageOf, test } from '../support/test.ts'

const field = (page: Page, label: string | RegExp) => page.getByRole('main').getByLabel(label)

/** Drops files onto the box, as from a desktop. */
async function drop(page: Page, files: readonly { readonly name: string; readonly content: Buffer }[]): Promise<void> {
  const box = page.getByLabel(/ファイルを選択/u)
  await expect(box).toBeAttached()
  const transfer = await page.evaluateHandle(
    (given) => {
      const data = new DataTransfer()
      for (const { name, bytes } of given) data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
      return data
    },
    files.map(({ name, content }) => ({ name, bytes: [...content] })),
  )
  await box.dispatchEvent('drop', { dataTransfer: transfer })
}

test('an agency brings a creative to approval: created, rejected with a reason, mended, approved, edited', async ({ browser, site }) => {
  // Two users in turn, over ten screens.
  test.slow()
  const agency = await pageOf(browser, site, 'agency')
  const admin = await pageOf(browser, site, 'admin')

  // Creates a group and a creative in it, which then asks for its material.
  await agency.goto('/ad/creative_group/create')
  await field(agency, 'グループ名').fill('冬の麦茶')
  await choose(agency, '広告主', '株式会社あおば食品')
  await agency.getByRole('button', { name: '登録する' }).click()
  await expect(agency.getByRole('heading', { level: 1, name: '冬の麦茶' })).toBeVisible()
  await expect(agency.getByText('クリエイティブがまだありません。')).toBeVisible()
  await agency
    .getByRole('button', { name: 'クリエイティブを登録' })
    .or(agency.getByRole('link', { name: 'クリエイティブを登録' }))
    .click()
  await expectScreen(agency, 'クリエイティブ登録')
  await field(agency, 'クリエイティブ名').fill('麦茶 300×250')
  await choose(agency, 'フォーマット', 'バナー 300×250')
  await field(agency, 'リンク先URL').fill('https://lp.example/winter')
  await field(agency, '計測ビーコン').fill('https://beacon.example/imp\nhttps://beacon.example/view')
  await agency.getByRole('button', { name: '登録する' }).click()
  await expect(agency.getByText('クリエイティブを登録しました。続けて素材を登録してください。')).toBeVisible()
  const address = agency.url()
  const apply = agency.getByRole('button', { name: '申請する' })
  await expect(apply).toHaveAttribute('aria-disabled', 'true')
  await expect(apply).toHaveAccessibleDescription(/300×250pxの素材を登録してください。/u)

  // Several files dropped at once get a result each.
  await drop(agency, [
    { name: '正しい.png', content: pngOf(300, 250) },
    { name: '小さい.png', content: pngOf(100, 100) },
    { name: '偽物.png', content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  ])
  await expect(agency.getByText('正しい.png を追加しました')).toBeVisible()
  await expect(agency.getByRole('alert').filter({ hasText: '小さい.png：画像を300×250px、または600×500pxにしてください' })).toBeVisible()
  await expect(agency.getByRole('alert').filter({ hasText: '偽物.png：GIF、PNG、JPEGのファイルを選んでください。' })).toBeVisible()
  await expect(agency.getByRole('list', { name: '登録されている素材' }).getByRole('listitem')).toHaveText([/正しい\.png.*300×250px/u])

  // The preview has no origin and shows the image at its real size.
  const frame = agency.getByTitle('麦茶 300×250のプレビュー（パソコン）')
  await frame.scrollIntoViewIfNeeded()
  await expect(frame).toHaveAttribute('sandbox', '')
  const shown = agency.frameLocator('iframe[title^="麦茶"]').locator('img')
  await expect(shown).toBeVisible()
  expect(await shown.boundingBox()).toMatchObject({ width: 300, height: 250 })
  await agency.getByText('スマートフォン', { exact: true }).click()
  await expect(agency.getByTitle('麦茶 300×250のプレビュー（スマートフォン）')).toBeVisible()

  await apply.click()
  await expect(agency.getByText('クリエイティブを申請しました')).toBeVisible()
  await expect(agency.getByRole('button', { name: '編集', exact: true })).toHaveAttribute('aria-disabled', 'true')

  // The administrator rejects it with a reason.
  await admin.goto('/ad/creative/review')
  // The oldest come first, so this one is on the last page.
  const card = admin.getByRole('article', { name: '麦茶 300×250' })
  while (!(await card.isVisible())) {
    await admin.getByRole('button', { name: '次へ' }).click()
    await expect(admin.getByRole('article').first()).toBeVisible()
    await untilQuiet(admin)
  }
  await expect(card.getByText('初回の申請です。')).toBeVisible()
  await card.getByRole('button', { name: '否認する' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: '否認する' }).click()
  await expect(dialog.getByText('必須項目です。').first()).toBeVisible()
  await dialog.getByRole('combobox').click()
  await admin.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: 'リンク先の不備' }).click()
  await dialog.getByRole('textbox').fill('リンク先が表示されません。')
  await dialog.getByRole('button', { name: '否認する' }).click()
  await expect(admin.getByText('クリエイティブを否認しました')).toBeVisible()
  await expect(card).toHaveCount(0)

  // The agency sees the reason, corrects it, and submits again.
  await agency.goto(address)
  await expect(agency.getByText('リンク先が表示されません。').first()).toBeVisible()
  await expect(agency.getByRole('region', { name: '否認されました' })).toContainText('もう一度申請してください。')
  await agency.getByRole('button', { name: '編集', exact: true }).click()
  await field(agency, 'リンク先URL').fill('https://lp.example/winter-sale')
  await agency.getByRole('button', { name: '保存する' }).click()
  await expect(agency.getByText('クリエイティブを更新しました')).toBeVisible()
  await apply.click()
  await expect(agency.getByText('クリエイティブを申請しました')).toBeVisible()
  await agency.getByRole('button', { name: '設定を変更' }).click()
  await field(agency, 'クリエイティブ名').fill('麦茶 冬 300×250')
  await agency.getByRole('button', { name: '保存する' }).click()
  await expect(agency.getByText('クリエイティブの設定を更新しました')).toBeVisible()

  await admin.goto(new URL(address).pathname)
  await admin.getByRole('button', { name: '承認する' }).click()
  await expect(admin.getByText('クリエイティブを承認しました')).toBeVisible()

  // Editing an approved creative keeps it on show; the administrator sees the difference.
  await agency.reload()
  await agency.getByRole('button', { name: '編集', exact: true }).click()
  await field(agency, 'リンク先URL').fill('https://lp.example/spring')
  await agency.getByRole('button', { name: '保存する' }).click()
  const difference = agency.getByRole('region', { name: '配信中のバージョンとの違い' })
  await expect(difference).toContainText('承認されるまで、バージョン 2 の配信を続けます。')
  await expect(difference.getByRole('row', { name: /リンク先URL/u })).toContainText(
    'https://lp.example/winter-salehttps://lp.example/spring',
  )
  for (const page of [agency, admin]) await page.context().close()
})

test('an agency orders an ad, and the administrator approves it', async ({ browser, site }) => {
  const agency = await pageOf(browser, site, 'agency')
  const admin = await pageOf(browser, site, 'admin')
  // One of their ads without an order.
  const { data: campaigns } = (await (await admin.request.get('/api/campaign?serving_status=AWAITING&limit=100')).json()) as {
    data: { id: number; agency_account_id: number | null; refs: Record<string, string> }[]
  }
  const own = campaigns.find(({ refs }) => refs['agency_account_id'] === '株式会社大和アドパートナーズ')!
  const { data: ads } = (await (await agency.request.get(`/api/ad?campaign_id=${own.id}&limit=100`)).json()) as { data: { id: number }[] }
  const { data: orders } = (await (await agency.request.get(`/api/order?campaign_id=${own.id}&limit=100`)).json()) as {
    data: { id: number; ad_id: number; status: string; version: number }[]
  }
  const ad = ads.find(({ id }) => !orders.some(({ ad_id }) => ad_id === id))
  expect(ad, 'the demo has an ad that waits for its order').toBeDefined()
  await agency.goto(`/ad/advertisement/${ad!.id}`)
  const order = agency.getByRole('region', { name: '申込' })
  await expect(order).toContainText('まだ申し込まれていません。')
  await order.getByRole('button', { name: 'この広告を申し込む' }).click()
  await agreeTo(agency, 'を申し込む')
  await expect(agency.getByText('申込を送信しました')).toBeVisible()
  await expect(order).toContainText('承認待ち')
  await order.getByRole('link', { name: '申込の詳細' }).click()
  await expectScreen(agency, '申込詳細')
  await expect(agency.getByRole('button', { name: '承認する' })).toHaveCount(0)

  await admin.goto(new URL(agency.url()).pathname)
  await admin.getByRole('button', { name: '承認する' }).click()
  await agreeTo(admin, 'を承認する')
  await expect(admin.getByText('申込を承認しました')).toBeVisible()
  await admin.goto('/ad/order_status?status=PENDING_APPROVAL')
  await expectScreen(admin, '申込状況')
  await expect(admin.getByRole('main').getByText('承認済み')).toHaveCount(0)
  for (const page of [agency, admin]) await page.context().close()
})
