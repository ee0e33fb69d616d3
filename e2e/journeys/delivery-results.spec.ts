import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../support/site.ts'
import { expect, pageOf, test } from '../support/test.ts'

const given = join(root, '..', 'shared', 'data', 'online-ads-2020.csv')

/** Contents of the real file (spec/domain "Delivery files"): imps, clicks, conversions, spend, media cost. */
const knownSums = { imps: 239_017_725, clicks: 2_492_837, conversions: 651_768, gross: 276_264.5621, media_cost: 175_192.9957 }
const columns = 'month,day,campaign_number,user_engagement,banner,placement,displays,cost,clicks,revenue,post_click_conversions,x'

const map = [
  'day=2020 {month} {day},campaign=campaign_number,creative=banner,frame=placement,imps=displays',
  'clicks=clicks,cv_click=post_click_conversions,gross=revenue,media_cost=cost',
]

/** A file like the real one with its defects: a slot without a name, more clicks than impressions, a duplicate line. */
function madeUp(): string {
  const lines = [columns]
  for (let index = 0; index < 400; index += 1) {
    const placement = index % 37 === 0 ? '#N/A' : ['abc', 'def', 'ghi'][index % 3]
    const imps = (index * 7919) % 20_000
    const clicks = index % 101 === 0 ? imps + 1 : Math.floor(imps / 97)
    const month = ['April', 'May', 'June'][index % 3]
    lines.push(
      `${month},${(index % 30) + 1},camp ${(index % 3) + 1},High,160 x 600,${placement},${imps},${(imps / 1370).toFixed(4)},${clicks},${(imps / 865).toFixed(4)},${Math.floor(clicks / 4)},0`,
    )
  }
  return [...lines, lines.at(-1)!].join('\n')
}

/** The sums of a file, computed without the product's code (in ten-thousandths, to stay exact). */
function sumsOf(text: string): typeof knownSums {
  const [header = '', ...rows] = text.trim().split(/\r?\n/u)
  const names = header.split(',')
  const sum = (name: string, scale = 1) =>
    rows.reduce((total, row) => total + Math.round(Number(row.split(',')[names.indexOf(name)]) * scale), 0) / scale
  return {
    imps: sum('displays'),
    clicks: sum('clicks'),
    conversions: sum('post_click_conversions'),
    gross: sum('revenue', 10_000),
    media_cost: sum('cost', 10_000),
  }
}

const count = (value: number) => value.toLocaleString('ja-JP')
const yen = (value: number) => `¥${value.toLocaleString('ja-JP', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
const wholeYen = (value: number) => `¥${Math.round(value).toLocaleString('ja-JP')}`

async function expectTotal(page: Page, label: string, text: string): Promise<void> {
  const totals = page.getByRole('region', { name: '合計' })
  await expect(totals.getByText(label, { exact: true }).locator('xpath=following-sibling::dd')).toHaveText(new RegExp(`^${text}`, 'u'))
}

test('a delivery file is taken once, and the results show exactly its sums', async ({ browser, site }) => {
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'adsite-delivery-'))
  const real = existsSync(given)
  const file = real ? given : join(folder, 'delivery.csv')
  if (!real) await writeFile(file, madeUp())
  const sums = sumsOf(await readFile(file, 'utf8'))
  if (real) expect(sums).toEqual(knownSums)

  const options = ['--advertiser', '株式会社取り込み試験', '--source', 'e2e', '--create-missing', '--date-format', 'YYYY MMMM D', '--json']
  const args = [file, ...options, ...map.flatMap((pairs) => ['--map', pairs])]
  const first = await site.ingest(...args)
  expect(first.code, first.stderr).toBe(0)
  const summary = JSON.parse(first.stdout) as { rows_taken: number; rows_refused: number; sums: Record<string, number | string> }
  expect(summary.rows_refused).toBe(0)
  expect({ ...summary.sums, gross: Number(summary.sums.gross), media_cost: Number(summary.sums.media_cost) }).toEqual(sums)
  const second = await site.ingest(...args)
  expect(second.code).toBe(0)
  expect(JSON.parse(second.stdout)).toMatchObject({ already_taken: true, rows_taken: 0 })

  const page = await pageOf(browser, site, 'admin')
  await page.goto('/ad/achievements?from=2020-04-01&to=2020-06-30')
  await expectTotal(page, '表示回数', count(sums.imps))
  await expectTotal(page, 'クリック数', count(sums.clicks))
  await expectTotal(page, 'コンバージョン数', count(sums.conversions))
  await expectTotal(page, '配信金額', wholeYen(sums.gross))
  await expectTotal(page, '媒体費', wholeYen(sums.media_cost))
  await expectTotal(page, 'CTR', `${((sums.clicks / sums.imps) * 100).toFixed(2)}%`)
  await expectTotal(page, 'CVR', `${((sums.conversions / sums.clicks) * 100).toFixed(2)}%`)
  await expectTotal(page, 'eCPM', yen((sums.gross / sums.imps) * 1000))
  await expectTotal(page, 'CPC', yen(sums.gross / sums.clicks))

  const answer = await page.request.get('/api/report/demand?from=2020-04-01&to=2020-06-30&group_by=campaign')
  const { data } = (await answer.json()) as { data: { rows: { name: string }[]; totals: Record<string, string> } }
  expect(data.rows.map(({ name }) => name).toSorted()).toEqual(['camp 1', 'camp 2', 'camp 3'])
  expect(Number(data.totals.ctr)).toBeCloseTo((sums.clicks / sums.imps) * 100, 5)
  if (real) {
    expect(Number(data.totals.ctr).toFixed(5)).toBe('1.04295')
    expect(Number(data.totals.cvr).toFixed(4)).toBe('26.1456')
    expect(data.totals.ecpm).toBe('1.155833')
    expect(data.totals.cpc).toBe('0.110823')
  }

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'ダウンロード' }).click()
  await page.getByRole('link', { name: 'CSV (UTF-8)' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.startsWith('\uFEFF')).toBe(true)
  expect(csv.trim().split(/\r?\n/u).at(-1)).toContain(String(sums.imps))
  await page.context().close()
  await rm(folder, { recursive: true, force: true })
})

test('what is wrong with a file is said by line, and nothing is half taken', async ({ site }) => {
  const folder = await mkdtemp(join(tmpdir(), 'adsite-delivery-'))
  const write = async (name: string, content: string | Buffer) => {
    const file = join(folder, name)
    await writeFile(file, content)
    return file
  }
  const ingest = (file: string, source: string) =>
    site.ingest(file, '--advertiser', '株式会社不良ファイル試験', '--source', source, '--create-missing', '--json')

  const bad = await ingest(
    await write('bad.csv', 'day,campaign,imps,gross\n2020-01-01,a,10,1\n2020-02-30,a,10,1\n2020-01-02,a,x,1\n'),
    'bad',
  )
  expect(bad.code).toBe(1)
  expect(JSON.parse(bad.stdout)).toMatchObject({ rows_read: 3, rows_taken: 1, rows_refused: 2, refused: [{ line: 3 }, { line: 4 }] })

  const missing = await ingest(await write('missing.csv', 'day,campaign,gross\n2020-01-01,a,1\n'), 'missing')
  expect(missing.code).toBe(1)
  expect(missing.stderr).toContain('imps')

  const sjis = Buffer.concat([Buffer.from('day,campaign,imps,gross\n2020-01-01,'), Buffer.from([0x83, 0x4c]), Buffer.from(',10,1\n')])
  const encoding = await ingest(await write('sjis.csv', sjis), 'sjis')
  expect(encoding.code).toBe(1)
  expect(encoding.stderr).toContain('UTF-8')

  const { gzipSync } = await import('node:zlib')
  const rows = Array.from({ length: 5000 }, (_, index) => `2020-01-01,a,${index},1`).join('\n')
  const whole = gzipSync(`day,campaign,imps,gross\n${rows}\n`)
  const cut = await ingest(await write('cut.csv.gz', whole.subarray(0, Math.floor(whole.length / 2))), 'cut')
  expect(cut.code).toBe(1)
  expect(cut.stderr).not.toContain('    at ')
  const repaired = await ingest(await write('whole.csv.gz', whole), 'cut')
  expect(JSON.parse(repaired.stdout)).toMatchObject({ rows_taken: 5000, already_taken: false })
  await rm(folder, { recursive: true, force: true })
})

test('filters, grouping and order live in the address, and the back button works', async ({ browser, site }) => {
  const page = await pageOf(browser, site, 'advertiser')
  await page.goto('/ad/achievements')
  const table = page.getByRole('region', { name: '配信結果の表' }).getByRole('table')
  await expect(table).toBeVisible()
  await expect(page).toHaveURL(/achievements$/u)
  await page.getByText('キャンペーン別', { exact: true }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d&group_by=campaign/u)
  await expect(table.getByRole('columnheader', { name: 'キャンペーン' })).toBeVisible()
  await table.getByRole('columnheader', { name: 'クリック数' }).click()
  await expect(page).toHaveURL(/sort=-?clicks/u)
  await page.goBack()
  await expect(page).not.toHaveURL(/sort=/u)
  await page.goBack()
  await expect(page).not.toHaveURL(/group_by=campaign/u)
  await page.context().close()
})

test('demand roles never see what the media are paid', async ({ browser, site }) => {
  for (const role of ['advertiser', 'agency', 'rep'] as const) {
    const page = await pageOf(browser, site, role)
    await page.goto('/ad/achievements')
    await expectTotal(page, '表示回数', '[1-9]')
    await expect(page.getByText('媒体費')).toHaveCount(0)
    await expect(page.getByText('粗利率')).toHaveCount(0)
    const { data } = (await (await page.request.get('/api/report/demand?from=2020-01-01&to=2020-12-31')).json()) as {
      data: { totals: Record<string, unknown> }
    }
    expect(Object.keys(data.totals)).not.toContain('media_cost')
    await page.context().close()
  }
})
