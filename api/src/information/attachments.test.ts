import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { attachmentLimits, endpoints, type Attachment } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, information, informationAttachments } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { filesIn, gifFile, jpegFile, pdfFile, pngFile } from '../testing/files.ts'
import { insertInformation } from '../testing/fixtures.ts'

const { attach, attachments, detach, download, view } = endpoints.information

let api: TestApi
let admin: TestClient
let id: number
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())
beforeEach(async () => {
  id = await insertInformation(api.db, '添付', ['pg'])
})

const send = (body: Uint8Array | string, name = 'file.png', type = 'application/octet-stream') =>
  admin.call(attach, { params: { id }, query: { name }, body, headers: { 'Content-Type': type } })

async function sent(body: Uint8Array, name?: string, type?: string): Promise<Attachment> {
  const response = await send(body, name, type)
  expect(response.status, await response.clone().text()).toBe(201)
  return ((await response.json()) as { data: Attachment }).data
}
const fetched = (client: TestClient, attachment_id: number | string, of = id) =>
  client.call(download, { params: { id: of, attachment_id } })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const stored = () => filesIn(api.uploads)

async function fault(body: Uint8Array | string, name?: string, type?: string): Promise<unknown> {
  const before = await stored()
  const response = await send(body, name, type)
  const { errors } = (await response.json()) as { errors?: Record<string, string[]> }
  expect(await stored(), 'nothing is kept of a refused file').toEqual(before)
  return [response.status, errors?.['file']]
}
const wrongType = [422, ['PDF、PNG、JPEG、GIFのファイルを選んでください。']]
const broken = [422, ['ファイルが壊れているか、読み取れません。']]

describe('taken', () => {
  test('by their bytes, whatever they are called and said to be', async () => {
    const jpeg = await sent(await jpegFile(), '写真.png', 'image/png')
    expect(jpeg).toMatchObject({ content_type: 'image/jpeg', name: '写真.jpg' })
    expect(await sent(await pngFile(), 'x.exe', 'application/pdf')).toMatchObject({ content_type: 'image/png', name: 'x.exe.png' })
    expect(await sent(await gifFile(), 'x.gif')).toMatchObject({ content_type: 'image/gif', name: 'x.gif' })
    expect(await sent(pdfFile, '約款', 'application/pdf')).toMatchObject({
      content_type: 'application/pdf',
      name: '約款.pdf',
      size: pdfFile.length,
    })
    const list = (await (await admin.call(attachments, { params: { id } })).json()) as { data: Attachment[] }
    expect(list.data.map(({ name }) => name)).toEqual(['写真.jpg', 'x.exe.png', 'x.gif', '約款.pdf'])
    const seen = (await (await (await api.signIn('pg')).call(view, { params: { id } })).json()) as { data: { attachments: Attachment[] } }
    expect(seen.data.attachments).toEqual(list.data)
  })

  test.for([
    ['../../etc/passwd', '_.._etc_passwd.png'],
    ['C:\\temp\\図.png', 'C__temp_図.png'],
    ['a\u202Egnp.exe', 'agnp.exe.png'],
    ['a\r\nSet-Cookie: x=1.png', 'aSet-Cookie_ x=1.png'],
    ['.htaccess', 'htaccess.png'],
    ['"><script>.png', '___script_.png'],
    ['..', 'file.png'],
    [`${'長'.repeat(250)}.PNG`, `${'長'.repeat(150)}.png`],
  ] as const)('%j under a safe name', async ([given, safe]) => {
    const { name, id: attachment_id } = await sent(await pngFile(), given)
    expect(name).toBe(safe)
    const disposition = (await fetched(admin, attachment_id)).headers.get('Content-Disposition')!
    expect(disposition).toMatch(/^attachment; filename="[\u0020-\u0021\u0023-\u007e]*"; filename\*=UTF-8''[\w.!#$&+^`|~%-]+$/u)
    expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe(safe)
    // Stored files never carry a given name.
    for (const file of await stored()) expect(file).toMatch(/^[\da-f-]{36}$/u)
  })

  test('without what hides in them', async () => {
    const tail = '<script>alert(1)</script>'
    const withPlace = await sharp(await jpegFile())
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .toBuffer()
    expect(withPlace.includes('secret place')).toBe(true)
    const comment = Buffer.from(await gifFile())
    // A comment block placed before the trailer (0x3B).
    const gif = Buffer.concat([comment.subarray(0, -1), Buffer.from([0x21, 0xfe, tail.length]), Buffer.from(tail), Buffer.from([0, 0x3b])])
    const files = [
      Buffer.concat([await pngFile(), Buffer.from(tail)]),
      Buffer.concat([await jpegFile(), Buffer.from(tail)]),
      withPlace,
      gif,
    ]
    for (const file of files) {
      const { id: attachment_id } = await sent(file)
      const content = await bytesOf(await fetched(admin, attachment_id))
      expect(content.includes('script')).toBe(false)
      expect(content.includes('secret place')).toBe(false)
      expect(await sharp(content).metadata()).toMatchObject({ width: 8, height: 8 })
    }
  })

  test('a moving GIF still moves, a photo stands upright', async () => {
    const frames = await sharp({ create: { width: 4, height: 12, channels: 3, background: '#0c0' } })
      .png()
      .toBuffer()
    const other = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#c00' } })
      .png()
      .toBuffer()
    const strip = await sharp(frames)
      .composite([{ input: other, top: 4, left: 0 }])
      .png()
      .toBuffer()
    const moving = await sharp(await sharp(strip).raw().toBuffer(), { raw: { width: 4, height: 12, channels: 3, pageHeight: 4 } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer()
    expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(3)
    const gif = await bytesOf(await fetched(admin, (await sent(moving)).id))
    expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(3)
    const lying = await sharp(await jpegFile(20, 10))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const upright = await bytesOf(await fetched(admin, (await sent(lying)).id))
    expect(await sharp(upright).metadata()).toMatchObject({ width: 10, height: 20 })
  })
})

describe('refused', () => {
  test.for([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>'],
    ['SVG with a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['text', 'hello'],
    ['a program', 'MZ\u0090\0\u0003\0\0\0'],
    ['an archive', 'PK\u0003\u0004\u0014\0\0\0\b\0'],
    ['PostScript', '%!PS-Adobe-3.0\n'],
  ] as const)('%s', async ([, content]) => {
    for (const type of ['image/png', 'application/pdf', 'application/octet-stream'])
      expect(await fault(Buffer.from(content, 'latin1'), 'x.png', type)).toEqual(wrongType)
  })

  test('other images that libvips could read', async () => {
    const image = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#c00' } })
    expect(await fault(await image().webp().toBuffer())).toEqual(wrongType)
    expect(await fault(await image().tiff().toBuffer())).toEqual(wrongType)
    await expect(sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')).toBuffer()).rejects.toThrow(
      /unsupported image format/u,
    )
  })

  test('a page that says it is a GIF, an image cut short, an empty file', async () => {
    expect(await fault('GIF89a/*<html><script>alert(1)</script></html>*/=1;')).toEqual(broken)
    expect(await fault((await pngFile(200, 200)).subarray(0, 120))).toEqual(broken)
    expect(await fault((await jpegFile(200, 200)).subarray(0, 300))).toEqual(broken)
    expect(await fault(new Uint8Array())).toEqual(broken)
  })

  test('a PDF with something in front, behind, or without its end', async () => {
    expect(await fault(Buffer.concat([pdfFile, Buffer.from('<script>alert(1)</script>')]))).toEqual(broken)
    expect(await fault(pdfFile.subarray(0, -20))).toEqual(broken)
    expect(await fault(Buffer.concat([Buffer.from('<html>'), pdfFile]))).not.toEqual([201, undefined])
    expect(await fault('%PDF-1.4 is only a word\n')).toEqual(broken)
  })

  test('an image of too many pixels, also when it is a small file', async () => {
    const wall = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(wall.length).toBeLessThan(attachmentLimits.bytes)
    const tooMany = [422, ['画像は4,000万画素以下にしてください。']]
    expect(await fault(wall)).toEqual(tooMany)
    // The frames of a GIF count together: each of these has four million pixels, all from one small block (after header and
    // colours, up to the trailer).
    const gif = Buffer.from(await gifFile())
    gif.writeUInt16LE(2000, 6)
    gif.writeUInt16LE(2000, 8)
    const colours = 13 + (gif[10]! & 0x80 ? 3 * 2 ** ((gif[10]! & 7) + 1) : 0)
    const moving = (frames: number) =>
      Buffer.concat([gif.subarray(0, colours), ...Array.from({ length: frames }, () => gif.subarray(colours, -1)), gif.subarray(-1)])
    expect((await send(moving(2))).status).toBe(201)
    expect(await fault(moving(11))).toEqual(tooMany)
  })

  test('a file that is too large, said or not', async () => {
    const large = new Uint8Array(attachmentLimits.bytes + 1)
    expect(await fault(large)).toEqual([413, ['ファイルは10MB以下にしてください。']])
    const streamed = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(1024 * 1024))
      },
    })
    const token = { 'X-XSRF-TOKEN': admin.cookies.get('XSRF-TOKEN')!, Origin: 'http://site.test', 'Content-Type': 'image/png' }
    const path = `/api/information/${id}/attachment?name=x`
    const response = await admin.request(path, { method: 'POST', headers: token, body: streamed, duplex: 'half' } as RequestInit)
    expect(response.status).toBe(413)
  })

  test('other content types, no name, an announcement that is not there', async () => {
    expect((await send(await pngFile(), 'x.png', 'text/html')).status).toBe(415)
    expect((await send(await pngFile(), 'x.png', 'multipart/form-data; boundary=x')).status).toBe(415)
    expect((await send(await pngFile(), '')).status).toBe(422)
    await api.db.update(information).set({ deleted_at: new Date() }).where(eq(information.id, id))
    expect((await send(await pngFile())).status).toBe(404)
  })

  test('one more than there may be, of which no file is kept', async () => {
    const file = { name: 'x.png', content_type: 'image/png', size: 1 } as const
    const rows = Array.from({ length: attachmentLimits.count }, () => ({ ...file, information_id: id, storage_name: randomUUID() }))
    await api.db.insert(informationAttachments).values(rows)
    expect(await fault(await pngFile())).toEqual([422, [expect.stringContaining('10')]])
  })

  test('the eleventh, also when they come at once', async () => {
    const file = await pngFile()
    const answers = await Promise.all(Array.from({ length: 14 }, () => send(file)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 10 }, () => 201), 422, 422, 422, 422])
    expect(await api.db.$count(informationAttachments, eq(informationAttachments.information_id, id))).toBe(attachmentLimits.count)
  })
})

describe('handed out', () => {
  test('as a file of its type that no browser runs', async () => {
    const { id: attachment_id, size } = await sent(await pngFile(), '案内.png')
    const response = await fetched(await api.signIn('pg'), attachment_id)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(size),
      'content-disposition': `attachment; filename="__.png"; filename*=UTF-8''${encodeURIComponent('案内')}.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    })
    expect((await bytesOf(response)).length).toBe(size)
  })

  test('to whoever may see the announcement, under its own id only', async () => {
    const { id: attachment_id } = await sent(await pngFile())
    const other = await insertInformation(api.db, '別', ['pg', 'advertiser'])
    const [pg, advertiser] = [await api.signIn('pg'), await api.signIn('advertiser')]
    expect((await fetched(pg, attachment_id)).status).toBe(200)
    expect((await fetched(advertiser, attachment_id)).status).toBe(404)
    expect((await fetched(advertiser, attachment_id, other)).status).toBe(404)
    for (const wrong of ['0', '-1', 'x', '1e1', 99_999_999, '99999999999999999999']) expect((await fetched(pg, wrong)).status).toBe(404)
    await api.db
      .update(information)
      .set({ publish_from: new Date(Date.now() + 60_000) })
      .where(eq(information.id, id))
    expect((await fetched(pg, attachment_id)).status).toBe(404)
    // Its author may view it before publication.
    expect((await fetched(admin, attachment_id)).status).toBe(200)
    await api.db.update(information).set({ deleted_at: new Date() }).where(eq(information.id, id))
    expect((await fetched(admin, attachment_id)).status).toBe(404)
  })

  test('until it is taken off: then neither row nor content is left', async () => {
    const { id: attachment_id } = await sent(await pngFile())
    const [row] = await api.db.select().from(informationAttachments).where(eq(informationAttachments.id, attachment_id))
    expect((await stat(`${api.uploads}/${row!.storage_name}`)).mode & 0o077).toBe(0)
    const other = await insertInformation(api.db, '別', ['pg'])
    expect((await admin.call(detach, { params: { id: other, attachment_id } })).status).toBe(404)
    expect((await admin.call(detach, { params: { id, attachment_id } })).status).toBe(204)
    expect((await admin.call(detach, { params: { id, attachment_id } })).status).toBe(404)
    expect((await fetched(admin, attachment_id)).status).toBe(404)
    expect(await stored()).not.toContain(row!.storage_name)
    const log = await api.db.select().from(auditLog).where(eq(auditLog.entity, 'information_attachment')).orderBy(auditLog.id)
    expect(log.filter(({ entity_id }) => entity_id === attachment_id).map(({ action }) => action)).toEqual(['create', 'delete'])
  })
})
