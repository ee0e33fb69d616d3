import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { post } from '../support/api.ts'
import { pngOf } from '../support/image.ts'
import { expectDenied } from '../support/navigation.ts'
import { agreeTo, approveCredit, expect, pageOf, test } from '../support/test.ts'

const agencyName = '株式会社大和アドパートナーズ'
const main = (page: Page) => page.getByRole('main')
const field = (page: Page, label: string) => main(page).getByLabel(new RegExp(`^${label}\\s*(必須)?\\s*$`, 'u'))
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const serving = (page: Page) => main(page).getByRole('region', { name: '配信状況' })

async function choose(page: Page, label: string, words: string): Promise<void> {
  await field(page, label).click()
  await page.keyboard.type(words)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: words }).first().click()
}

async function enterTime(page: Page, label: string, day: string): Promise<void> {
  await field(page, label).fill(`${day} 00:00`)
  await field(page, label).press('Enter')
}

/** The day in Japan `offset` days from now, written with this separator. */
const day = (offset: number, sign: string) =>
  new Date(Date.now() + 9 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10).replaceAll('-', sign)

/** Performs an action of a record, wherever its header offers it. */
async function act(page: Page, name: string): Promise<void> {
  const more = button(page, 'その他の操作')
  const own = button(page, name)
  await expect(own.or(more).first()).toBeVisible()
  if (!(await own.isVisible())) await more.click()
  await page.getByRole('button', { name, exact: true }).click()
}

test('from a campaign to its results: created, ordered, approved, served, delivered, and seen by each side as far as it may', async ({
  browser,
  site,
}) => {
  test.slow()
  const admin = await pageOf(browser, site, 'admin')
  const agency = await pageOf(browser, site, 'agency')
  const pg = await pageOf(browser, site, 'pg')

  // Set-up: a company with pending credit, and its advertiser.
  const address = { zip: '150-0001', prefecture: '13', city: '渋谷区', street1: '神宮前1-1' }
  const terms = { enterprise_type: 'KABUSHIKI', phone: '0312345678', payment_type: 'INVOICE', credit_limit: '1000000' }
  const company = (await post(admin.request, '/api/company', { name: '株式会社みずいろ製菓', ...address, ...terms })).data.id
  const account = (await post(admin.request, '/api/account/advertiser', { name: '株式会社みずいろ製菓', company_id: company })).data.id

  // The administrator creates the campaign with its agency.
  await admin.goto('/ad/campaign/create')
  await field(admin, 'キャンペーン名').fill('みずいろ飴 発売')
  await main(admin).getByRole('radio', { name: 'サイト誘導' }).check()
  await choose(admin, '広告主', '株式会社みずいろ製菓')
  await choose(admin, '代理店', agencyName)
  await enterTime(admin, '開始日時', day(-2, '/'))
  await enterTime(admin, '終了日時', day(28, '/'))
  await field(admin, '通期予算').fill('500000')
  await button(admin, '登録する').click()
  await expect(admin).toHaveURL(/\/ad\/campaign\/\d+$/u)
  const campaign = /\d+$/u.exec(admin.url())![0]

  // The agency adds an ad with a creative group, and orders it.
  await agency.goto(`/ad/campaign/next_ad/${campaign}`)
  await main(agency).getByRole('link', { name: '最初の広告を登録' }).click()
  await main(agency)
    .getByRole('radio', { name: /ディスプレイ スタンダード/u })
    .check()
  await field(agency, '購入数').fill('200000')
  await field(agency, 'リンク先URL').fill('https://lp.example/ame')
  await expect(field(agency, '予算')).toHaveValue('100,000')
  await button(agency, 'グループを新規作成').click()
  await field(agency, 'グループ名').fill('みずいろ飴')
  await button(agency, '登録する').first().click()
  await expect(agency.getByText('クリエイティブグループを登録しました')).toBeVisible()
  await button(agency, '登録する').last().click()
  await expect(agency).toHaveURL(/\/advertisement\/\d+$/u)
  const ad = new URL(agency.url()).pathname
  // Ordering requires credit, which the question says before anything is sent.
  await button(agency, 'この広告を申し込む').click()
  const question = agency.getByRole('dialog')
  await expect(question).toContainText('新しい申込はできません')
  await expect(question.getByRole('button', { name: /を申し込む$/u })).toBeDisabled()
  await agency.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(serving(agency)).toContainText('クリエイティブグループにクリエイティブがありません')

  // Its creative: format, material, and submission for review.
  await serving(agency).getByRole('link', { name: 'クリエイティブグループを開く' }).click()
  await main(agency).getByRole('link', { name: 'クリエイティブを登録' }).click()
  // Nothing is typed twice: name, format and landing page come from the group, the product and the ad.
  await expect(field(agency, 'クリエイティブ名')).toHaveValue('みずいろ飴 バナー 300×250')
  await expect(field(agency, 'リンク先URL')).toHaveValue('https://lp.example/ame')
  await expect(main(agency)).toContainText('入力内容に問題はありません')
  await button(agency, '登録する').click()
  await expect(agency.getByText('クリエイティブを登録しました。続けて素材を登録してください。')).toBeVisible()
  // The form accepts files as well.
  await expect(agency.getByRole('heading', { level: 1 })).toContainText('下書き')
  const creative = new URL(agency.url()).pathname
  await agency.locator('input[type=file]').setInputFiles({ name: 'ame.png', mimeType: 'image/png', buffer: pngOf(300, 250) })
  await expect(agency.getByText('ame.png を追加しました')).toBeVisible()
  await act(agency, '申請する')
  await expect(agency.getByText('クリエイティブを申請しました')).toBeVisible()

  // The administrator approves the account and its credit; the agency's order is then submitted, and approved with the
  // creative.
  await admin.goto(`/op/advertiser/${account}`)
  await act(admin, '利用を開始')
  await expect(admin.getByText('アカウントの利用を開始しました')).toBeVisible()
  await admin.goto(`/op/company/${company}`)
  await act(admin, '与信を申請')
  await expect(admin.getByText('与信を申請しました')).toBeVisible()
  const reviewer = await pageOf(browser, site, 'reviewer')
  await reviewer.goto(`/op/company/${company}`)
  await approveCredit(reviewer)
  await reviewer.context().close()
  await agency.goto(ad)
  await act(agency, 'この広告を申し込む')
  await agreeTo(agency, 'を申し込む')
  await expect(agency.getByText('申込を送信しました')).toBeVisible()
  await admin.goto(`/ad/order_status?status=PENDING_APPROVAL&sort=-updated_at`)
  await main(admin)
    .getByRole('link', { name: /^みずいろ飴 発売/u })
    .first()
    .click()
  await act(admin, '承認する')
  await agreeTo(admin, 'を承認する')
  await expect(admin.getByText('申込を承認しました')).toBeVisible()
  await admin.goto(creative)
  await act(admin, '承認する')
  await expect(admin.getByText('クリエイティブを承認しました')).toBeVisible()
  await agency.goto(ad)
  await expect(serving(agency)).toContainText('配信中')
  await expect(serving(agency).getByRole('list')).toHaveCount(0)

  // Delivered in a frame of the demo media group on two days, with the sums in the results.
  const frames = (await (await pg.request.get('/api/frame?status=RUNNING')).json()) as {
    data: { code: string; refs: Record<string, string> }[]
  }
  const { code, refs } = frames.data[0]!
  const name = await main(agency).getByRole('heading', { level: 1 }).innerText()
  const adName = name.split('\n')[0]!
  const folder = await mkdtemp(join(tmpdir(), 'adsite-way-'))
  const lines = [`${day(-2, '-')},4000,40,1234.5,800`, `${day(-1, '-')},6000,60,2345.25,1500`]
  const file = join(folder, 'delivery.csv')
  await writeFile(
    file,
    [
      'day,campaign,ad,creative,frame_code,imps,clicks,gross,media_cost',
      ...lines.map((line) => line.replace(',', `,みずいろ飴 発売,${adName},みずいろ飴 バナー 300×250,${code},`)),
    ].join('\n'),
  )
  const taken = await site.ingest(file, '--advertiser', '株式会社みずいろ製菓', '--source', 'way', '--json')
  await rm(folder, { recursive: true })
  expect(taken.code, taken.stderr + taken.stdout).toBe(0)
  await serving(agency).getByRole('link', { name: '直近7日間の配信結果' }).click()
  const totals = main(agency).getByRole('region', { name: '合計' })
  for (const figure of ['10,000', '100', '¥3,580', '1.00%']) await expect(totals.getByText(figure, { exact: true })).toBeVisible()

  // The media group sees the ad and its own revenue; no answer to it contains what the advertiser pays.
  const answers: Promise<string>[] = []
  pg.on('response', (response) => {
    if (response.url().includes('/api/')) answers.push(response.text().catch(() => ''))
  })
  await pg.goto(`/md/advertisement?q=${encodeURIComponent(adName)}`)
  await main(pg).getByRole('link', { name: adName }).click()
  await expect(pg.frameLocator('iframe').locator('img')).toBeVisible()
  await expect(main(pg)).toContainText('https://lp.example/ame')
  await expect(main(pg)).toContainText(refs['space_id']!)
  await pg.goto(`/md/delivery_advertisement?group_by=frame&from=${day(-2, '-')}&to=${day(-1, '-')}`)
  await expect(main(pg).getByRole('region', { name: '合計' })).toContainText('収益')
  const received = (await Promise.all(answers)).join('\n')
  expect(received).toContain(adName)
  for (const secret of ['1234.5', '2345.25', '3579.75', '500000', '100000', 'gross', 'budget', 'media_cost'])
    expect(received).not.toContain(secret)
  // The campaign does not exist for it.
  await expectDenied(pg, `/ad/campaign/${campaign}`)
  for (const one of [admin, agency, pg]) await one.context().close()
})
