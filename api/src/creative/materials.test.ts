import { randomBytes } from 'node:crypto'
import { endpoints, type Material } from '@adsite/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, formats } from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { freshCreative } from '../testing/requests/creative-requests.ts'
import { filesIn, gifFile, jpegFile, pdfFile, pngFile } from '../testing/files.ts'
import { and, eq } from 'drizzle-orm'

const { create, material, materials, preview, removeMaterial, update, upload } = endpoints.creative

let api: TestApi
let agency: TestClient
let anyImage: number
let textOnly: number
let id: number
beforeAll(async () => {
  api = await startTestApi()
  agency = await api.signIn('agency')
  const add = async (name: string, values: object) =>
    (
      await api.db
        .insert(formats)
        .values({ ...named(name), kind: 'BANNER', ...values })
        .returning({ id: formats.id })
    )[0]!.id
  anyImage = await add('小', { width: 20, height: 10, file_types: ['GIF', 'PNG', 'JPEG'], max_bytes: 3000 })
  textOnly = await add('テキスト', { kind: 'TEXT', headline_max: 20 })
})
afterAll(() => api.close())

const newCreative = async (body: object = { format_id: anyImage }) => {
  const answer = await agency.call(create, { body: { name: '素材', creative_group_id: api.fixtures.a.creativeGroup, ...body } })
  return ((await answer.json()) as { data: { id: number } }).data.id
}
beforeEach(async () => {
  id = await newCreative()
})

const send = (body: Uint8Array | string, name = 'file.png', type = 'application/octet-stream', to = id) =>
  agency.call(upload, { params: { id: to }, query: { name }, body, headers: { 'Content-Type': type } })
const stored = () => filesIn(api.uploads)
const bytesOf = async (material_id: number) =>
  Buffer.from(await (await agency.call(material, { params: { id, material_id } })).arrayBuffer())

async function sent(body: Uint8Array, name?: string): Promise<Material> {
  const response = await send(body, name)
  expect(response.status, await response.clone().text()).toBe(201)
  return ((await response.json()) as { data: Material }).data
}
async function fault(body: Uint8Array | string, type?: string, to = id): Promise<unknown> {
  const before = await stored()
  const response = await send(body, 'x.png', type, to)
  const { errors } = (await response.json()) as { errors?: Record<string, string[]> }
  expect(await stored(), 'nothing is kept of a refused file').toEqual(before)
  return [response.status, errors?.['file']?.[0]]
}
const noise = async (width: number, height: number) => {
  // Random noise, which PNG cannot compress below the format's limit.
  const pixels = randomBytes(width * height * 4)
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

test('formats in use say what they ask of images, to those who make creatives', async () => {
  const [archived] = await api.db
    .insert(formats)
    .values({ ...named('旧'), kind: 'BANNER', width: 1, height: 1, status: 'ARCHIVED' })
    .returning({ id: formats.id })
  const { data } = (await (await agency.call(endpoints.creative.formats)).json()) as { data: { id: number; name: string }[] }
  expect(data.find((format) => format.id === anyImage)).toMatchObject({
    name: '小',
    width: 20,
    height: 10,
    max_bytes: 3000,
    kind: 'BANNER',
  })
  expect(data.map((format) => format.id)).not.toContain(archived!.id)
  expect(data.map(({ name }) => name)).toEqual(data.map(({ name }) => name).toSorted())
  expect((await (await api.signIn('pg')).call(endpoints.creative.formats)).status).toBe(403)
})

describe('a material is taken', () => {
  test('as GIF, PNG or JPEG by its bytes, at the size of the format or twice that, one of each', async () => {
    const png = await sent(await pngFile(20, 10), '画像.exe')
    expect(png).toMatchObject({ content_type: 'image/png', name: '画像.exe.png', width: 20, height: 10 })
    expect(png.sha256).toMatch(/^[\da-f]{64}$/u)
    expect(await sent(await jpegFile(40, 20), '高精細.jpeg')).toMatchObject({ content_type: 'image/jpeg', width: 40, height: 20 })
    expect(await fault(await gifFile(20, 10))).toEqual([422, '20×10pxの素材はすでにあります。差し替えるときは先に削除してください。'])
    const { data, rules } = (await (await agency.call(materials, { params: { id } })).json()) as { data: Material[]; rules: object }
    expect(data.map(({ name }) => name)).toEqual(['画像.exe.png', '高精細.jpeg'])
    expect(rules).toMatchObject({ width: 20, height: 10, max_bytes: 3000 })
    for (const file of await stored()) expect(file).toMatch(/^[\da-f-]{36}$/u)
  })

  test('cleaned: what hides behind or in it is gone, and it is served as nothing but an image', async () => {
    const page = '<script>alert(1)</script>'
    const gif = Buffer.from(await gifFile(20, 10))
    // A GIF comment with HTML, placed before the trailer.
    const polyglot = Buffer.concat([gif.subarray(0, -1), Buffer.from([0x21, 0xfe, page.length]), Buffer.from(page), Buffer.from([0, 0x3b])])
    const cleaned = await sent(polyglot, 'page.html')
    expect(cleaned.name).toBe('page.html.gif')
    const response = await agency.call(material, { params: { id, material_id: cleaned.id } })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/gif',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'content-disposition': expect.stringMatching(/^attachment; /u) as string,
    })
    expect(Buffer.from(await response.arrayBuffer()).includes('script')).toBe(false)
    await agency.call(removeMaterial, { params: { id, material_id: cleaned.id } })
    const tailed = await sent(Buffer.concat([await pngFile(20, 10), Buffer.from(page)]))
    expect((await bytesOf(tailed.id)).includes('script')).toBe(false)
  })

  test('and taken off again: the file goes, the history says how many there are', async () => {
    const { id: material_id } = await sent(await pngFile(20, 10))
    const before = (await stored()).length
    expect((await agency.call(removeMaterial, { params: { id, material_id } })).status).toBe(204)
    expect((await stored()).length).toBe(before - 1)
    expect((await agency.call(material, { params: { id, material_id } })).status).toBe(404)
    expect((await agency.call(removeMaterial, { params: { id, material_id } })).status).toBe(404)
    const log = await api.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'creative'), eq(auditLog.entity_id, id), eq(auditLog.field, 'material_count')))
      .orderBy(auditLog.id)
    expect(log.map(({ before: old, after }) => [old, after])).toEqual([
      [0, 1],
      [1, 0],
    ])
  })

  test('of two of one size that come at the same time, one', async () => {
    const image = await pngFile(20, 10)
    const answers = await Promise.all([send(image), send(image), send(image)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
  })
})

describe('a material is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><script>alert(1)</script></svg>'

  test('when it is no image that is taken, whatever it is said to be', async () => {
    const wrong = [422, 'GIF、PNG、JPEGのファイルを選んでください。']
    expect(await fault(svg, 'image/png')).toEqual(wrong)
    expect(await fault(`<?xml version="1.0"?>${svg}`)).toEqual(wrong)
    expect(await fault('GIF89a<html>', 'image/gif')).not.toMatchObject([201])
    expect(await fault(pdfFile)).toEqual(wrong)
    expect(
      await fault(
        await sharp({ create: { width: 20, height: 10, channels: 3, background: '#000' } })
          .webp()
          .toBuffer(),
      ),
    ).toEqual(wrong)
    expect(await fault(new Uint8Array(0))).toEqual(wrong)
    expect(await fault((await pngFile(20, 10)).subarray(0, 40))).toEqual([422, 'ファイルが壊れているか、読み取れません。'])
    expect((await send(svg, 'x.svg', 'image/svg+xml')).status).toBe(415)
  })

  test('when it does not fit the format: size, kind, bytes; in words that say what would fit', async () => {
    expect(await fault(await pngFile(21, 10))).toEqual([422, '画像を20×10px、または40×20pxにしてください（この画像は21×10pxです）。'])
    const [status, words] = (await fault(await noise(40, 20))) as [number, string]
    expect([status, words]).toEqual([422, expect.stringMatching(/^ファイルは3KB以下にしてください（保存後 [\d.]+KB）。$/u)])
    const banner = await newCreative({ format_id: api.fixtures.format })
    expect(await fault(await gifFile(300, 250), undefined, banner)).toEqual([422, '画像は PNG / JPEG のファイルにしてください。'])
    expect(await fault(await pngFile(20, 10), undefined, await newCreative({ format_id: textOnly }))).toEqual([
      422,
      'このフォーマットでは画像素材を使えません。フォーマットを確認してください。',
    ])
    expect(await fault(await pngFile(20, 10), undefined, await newCreative({}))).toEqual([
      422,
      '先にフォーマットを選んで保存してください。',
    ])
  })

  test('when it has too many pixels or bytes', async () => {
    const wall = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    expect(await fault(wall)).toEqual([422, '画像は4,000万画素以下にしてください。'])
    const large = await send(Buffer.alloc(10_000_001))
    expect([large.status, ((await large.json()) as { errors: { file: string[] } }).errors.file]).toEqual([
      413,
      ['ファイルは10MB以下にしてください。'],
    ])
  })
})

describe('preview', () => {
  const page = async (query: object = {}, client = agency, of = id) => client.call(preview, { params: { id: of }, query: query as never })

  test('is a page without scripts and origin, with its image in it and its texts as texts', async () => {
    const native = { ...named('ネイティブ'), kind: 'NATIVE', width: 20, height: 10, file_types: ['PNG'], max_bytes: 9999, headline_max: 60 }
    const [format] = await api.db.insert(formats).values(native).returning({ id: formats.id })
    await agency.call(update, {
      params: { id },
      body: { version: 1, format_id: format!.id, headline: '<script>alert("x")</script>&"' },
    })
    await sent(await pngFile(20, 10))
    const response = await page({ device: 'phone' })
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    const policy = response.headers.get('Content-Security-Policy')!
    expect(policy.split('; ')).toEqual(expect.arrayContaining(['sandbox', "default-src 'none'", 'img-src data:', "frame-ancestors 'self'"]))
    expect(policy).not.toMatch(/allow-|script-src|unsafe-eval/u)
    const html = await response.text()
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&quot;')
    expect(html).not.toMatch(/<script|onerror=|javascript:/u)
    expect(html).toContain('src="data:image/png;base64,')
    expect(html).toContain('class="native phone"')
  })

  test('shows what was handed in as it was, and says when there is nothing', async () => {
    expect(await (await page({ locale: 'en' })).text()).toContain('There is nothing to show yet.')
    const admin = await api.signIn('admin')
    const { params } = await freshCreative(api, admin, 'APPROVED')
    const before = await (await page({ revision: 1 }, agency, params.id)).text()
    expect(before).toContain('data:image/png')
    const { data } = (await (await agency.call(materials, { params })).json()) as { data: Material[] }
    await agency.call(removeMaterial, { params: { ...params, material_id: data[0]!.id } })
    expect(await (await page({ revision: 1 }, agency, params.id)).text()).toBe(before)
    expect(await (await page({}, agency, params.id)).text()).not.toContain('data:image')
    expect((await page({ revision: 2 }, agency, params.id)).status).toBe(404)
    expect((await page({ revision: '../1' }, agency, params.id)).status).toBe(422)
  })
})
