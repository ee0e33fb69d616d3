import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { post } from '../support/api.ts'
import { chooseBulk } from '../support/navigation.ts'
import { expect, pageOf, test } from '../support/test.ts'

const main = (page: Page) => page.getByRole('main')
const state = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
/** Every medium, space and article of an ad with the possible actions. */
const places = (page: Page) => main(page).getByRole('region', { name: 'この広告の掲載先' })

interface Shown {
  readonly id: number
  readonly ad_id: number
  readonly medium_id: number
  readonly name: string
  readonly request_status: string | null
  readonly refs: Readonly<Record<string, string>>
}

/** Finds an advertisement of the demo advertiser on the demo media group's media; neither side knows the other's ids. */
async function meeting(pg: Page, advertiser: Page): Promise<Shown> {
  const read = async <T>(page: Page, address: string) => ((await (await page.request.get(address)).json()) as { data: T[] }).data
  const own = new Set((await read<{ id: number }>(advertiser, '/api/ad?limit=100&effective_status=SERVING')).map(({ id }) => id))
  const shown = await read<Shown>(pg, '/api/advertisement?limit=100&status=SHOWN')
  for (const one of shown.filter(({ ad_id, request_status }) => own.has(ad_id) && request_status === null)) {
    // One without places, so that those the journey adds are the only ones.
    if ((await read(advertiser, `/api/ad-whitelist?ad_id=${one.ad_id}`)).length === 0) return one
  }
  throw new Error('The demo has no such ad.')
}

async function tell(page: Page, text: string): Promise<void> {
  await page.goto('/')
  await expect(main(page).getByRole('region', { name: '通知', exact: true })).toContainText(text)
}

test('a media group asks that an ad is not shown: accepted, it is excluded at once, both sides know, and its own side takes it back', async ({
  browser,
  site,
}) => {
  test.slow()
  const pg = await pageOf(browser, site, 'pg')
  const admin = await pageOf(browser, site, 'admin')
  const advertiser = await pageOf(browser, site, 'advertiser')
  const { id, ad_id, name, refs } = await meeting(pg, advertiser)
  const medium = refs['medium_id']!

  // The ad at its real size, in a frame without permissions.
  await pg.goto(`/md/advertisement/${id}`)
  const frame = main(pg).getByTitle(/のプレビュー（パソコン）$/u)
  await expect(frame).toHaveAttribute('sandbox', '')
  const size = /(\d+)×(\d+)px/u.exec(await main(pg).getByText(/^実寸/u).innerText())!
  const image = pg.frameLocator('iframe').locator('img')
  await expect(image).toBeVisible()
  expect(await image.boundingBox()).toMatchObject({ width: Number(size[1]), height: Number(size[2]) })

  // Filed with a reason, which is required.
  await main(pg).getByRole('link', { name: '掲載拒否を申請' }).click()
  await expect(pg).toHaveURL(new RegExp(`/md/reject_request/create\\?advertisement_id=${id}$`, 'u'))
  await button(pg, '申請する').click()
  await expect(main(pg).getByText('必須項目です。')).toHaveCount(2)
  await main(pg)
    .getByRole('combobox', { name: /^理由の区分/u })
    .click()
  await pg.locator('.ant-select-dropdown:visible').getByText('競合する商品・サービス').click()
  await main(pg).getByRole('textbox', { name: /^理由/u }).fill('編集部の企画と競合します。')
  await button(pg, '申請する').click()
  await expect(pg.getByText('掲載拒否を申請しました')).toBeVisible()
  await expect(state(pg)).toContainText('申請中')
  const request = new URL(pg.url()).pathname
  await pg.goto(`/md/advertisement/${id}`)
  await expect(state(pg)).toContainText('掲載対象')
  await expect(button(pg, '掲載拒否を申請')).toHaveAccessibleDescription(/申請中です/u)

  // The administrator is notified, sees the details, and accepts.
  await tell(admin, `広告「${name}」の掲載拒否申請が届きました。判断してください。`)
  await admin.goto(request)
  await expect(main(admin)).toContainText('編集部の企画と競合します。')
  await expect(main(admin).getByTitle(/のプレビュー/u)).toBeVisible()
  await button(admin, '承認する').click()
  await expect(admin.getByRole('dialog')).toContainText('ただちにこの媒体の掲載対象から外れます')
  await admin.getByRole('dialog').getByRole('button', { name: '承認する' }).click()
  await expect(admin.getByText('掲載拒否申請を承認しました')).toBeVisible()
  await expect(state(admin)).toContainText('承認済み')

  // Excluded at once, and both sides are notified.
  await pg.reload()
  await expect(state(pg)).toContainText('除外')
  await expect(button(pg, 'この媒体で除外')).toHaveAttribute('aria-disabled', 'true')
  const accepted = `広告「${name}」の掲載拒否申請が承認され、申請した媒体の掲載対象から外れました。`
  await tell(pg, accepted)
  await tell(advertiser, accepted)

  // The advertiser sees it, but cannot undo what the media side did.
  await advertiser.goto(`/ad/advertisement/${ad_id}`)
  const row = main(advertiser).getByRole('row').filter({ hasText: medium })
  await expect(row).toContainText('除外')
  await row.getByRole('checkbox').check()
  await chooseBulk(advertiser, '除外を取り消す')
  const dialog = advertiser.getByRole('dialog', { name: '除外を取り消す' })
  await dialog.getByText('対象外の 1 件を確認').click()
  await expect(dialog).toContainText('媒体側が除外しているため、変更できません。')
  await expect(dialog.getByRole('button', { name: /^除外を取り消す/u })).toBeDisabled()
  await dialog.getByRole('button', { name: 'キャンセル' }).click()

  // The media side can, which leaves nothing; then the advertiser excludes, and the roles are reversed.
  await pg.goto(`/md/advertisement/${id}`)
  await places(pg).locator('button:not([aria-disabled="true"])', { hasText: '除外を取り消す' }).click()
  await expect(state(pg)).not.toContainText('除外')

  // Without a request too, after a question.
  const asked = pg.getByRole('dialog', { name: 'この媒体で除外', exact: true })
  await button(pg, 'この媒体で除外').click()
  await expect(asked).toContainText(`この広告を媒体「${medium}」の掲載対象から外します。`)
  await expectAccessible(pg, 'the question before an exclusion')
  await asked.getByRole('button', { name: 'キャンセル' }).click()
  await expect(asked).toBeHidden()
  await expect(state(pg)).not.toContainText('除外')
  await button(pg, 'この媒体で除外').click()
  await asked.getByRole('button', { name: 'この媒体で除外' }).click()
  await expect(pg.getByText('ホワイトリストから除外しました')).toBeVisible()
  await expect(state(pg)).toContainText('除外')
  await places(pg).locator('button:not([aria-disabled="true"])', { hasText: '除外を取り消す' }).click()
  await expect(state(pg)).not.toContainText('除外')
  await advertiser.reload()
  await expect(main(advertiser)).toContainText('ホワイトリストが登録されていません。')
  await button(advertiser, '掲載先を追加').click()
  const form = advertiser.getByRole('dialog', { name: '掲載先を追加' })
  await form.getByRole('combobox', { name: /^媒体/u }).click()
  await advertiser.keyboard.type(medium)
  await advertiser.locator('.ant-select-dropdown:visible').getByText(medium, { exact: true }).click()
  await form.getByRole('radio', { name: '除外' }).check()
  await form.getByRole('button', { name: /登録する|追加/u }).click()
  await expect(form).toHaveCount(0)
  await pg.reload()
  await expect(state(pg)).toContainText('除外')
  const restore = places(pg).getByRole('listitem').filter({ hasText: medium }).first().getByRole('button', { name: '除外を取り消す' })
  await expect(restore).toHaveAttribute('aria-disabled', 'true')
  await expect(restore).toHaveAccessibleDescription('広告主側が除外しているため、変更できません。')
  for (const one of [pg, admin, advertiser]) await one.context().close()
})

test('a media group registers an article of its own, keeps an ad out of it, and lets it in again', async ({ browser, site }) => {
  test.slow()
  const pg = await pageOf(browser, site, 'pg')
  const { data } = (await (await pg.request.get('/api/advertisement?limit=20&status=SHOWN')).json()) as { data: Shown[] }
  const { id, name, refs } = data[0]!
  await pg.goto('/md/article')
  await main(pg).getByRole('link', { name: '記事を登録' }).click()
  await main(pg)
    .getByRole('textbox', { name: /^記事タイトル/u })
    .fill('編集部の特集 冬')
  await main(pg)
    .getByRole('textbox', { name: /^記事URL/u })
    .fill('https://winter.example/1')
  await main(pg).getByRole('combobox', { name: /^媒体/u }).click()
  await pg.keyboard.type(refs['medium_id']!)
  await pg.locator('.ant-select-dropdown:visible').getByText(refs['medium_id']!, { exact: true }).click()
  await button(pg, '登録する').click()
  await expect(pg.getByText('記事を登録しました')).toBeVisible()
  await expect(main(pg)).toContainText('この記事から除外された広告はありません。')
  const article = pg.url()

  await pg.goto(`/md/advertisement/${id}`)
  await places(pg).getByRole('combobox', { name: '除外する記事' }).click()
  await pg.keyboard.type('編集部の特集')
  await pg.locator('.ant-select-dropdown:visible').getByText('編集部の特集 冬', { exact: true }).click()
  // Pressing the mouse button moves the focus; the target must not move before the button is released.
  await expect(pg.locator('.ant-select-dropdown:visible')).toHaveCount(0)
  const at = (await places(pg).getByRole('button', { name: '記事を除外' }).boundingBox())!
  await pg.mouse.click(at.x + at.width / 2, at.y + at.height / 2, { delay: 100 })
  await expect(pg.getByText('記事を配信対象から除外しました')).toBeVisible()
  await expect(places(pg).getByRole('listitem').filter({ hasText: '編集部の特集 冬' })).toContainText('除外')
  await pg.goto(article)
  const ads = main(pg).getByRole('region', { name: 'この記事が指定された広告' })
  await expect(ads.getByRole('listitem')).toContainText(name)
  await ads.getByRole('button', { name: '配信対象に戻す' }).click()
  await expect(pg.getByText('記事を配信対象に戻しました')).toBeVisible()
  await expect(main(pg)).toContainText('この記事から除外された広告はありません。')
  await pg.context().close()
})

test('an ad that is kept out of more articles than a page holds shows the rest on demand', async ({ browser, site }) => {
  const pg = await pageOf(browser, site, 'pg')
  const { data } = (await (await pg.request.get('/api/advertisement?limit=100&status=SHOWN')).json()) as { data: Shown[] }
  const { id, ad_id, medium_id } = data.at(-1)!
  for (let number = 1; number <= 52; number += 1) {
    const article = { title: `連載 第${number}回`, url: `https://series.example/${number}`, medium_id }
    const { data: created } = await post(pg.request, '/api/article', article)
    await post(pg.request, '/api/ad-article', { ad_id, article_id: created.id, status: 'EXCLUDED' })
  }
  await pg.goto(`/md/advertisement/${id}`)
  const rows = places(pg).getByRole('listitem').filter({ hasText: '連載' })
  await expect(rows).toHaveCount(50)
  await places(pg).getByRole('button', { name: 'さらに表示' }).click()
  await expect(rows).toHaveCount(52)
  await expect(places(pg).getByRole('button', { name: 'さらに表示' })).toHaveCount(0)
  await pg.context().close()
})
