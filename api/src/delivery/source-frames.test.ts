import { endpoints } from '@adsite/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi, type TestClient } from '../testing/index.ts'
import { handIn, rollUpDifferences } from './testing/advertiser.ts'

const { source_frame: sourceFrame } = endpoints

let api: TestApi
let admin: TestClient
let advertiser: string
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
  advertiser = String(api.fixtures.a.accounts.advertiser)
})
afterAll(() => api.close())

const create = (name: string, source: string, frame_id: number) => admin.call(sourceFrame.create, { body: { name, source, frame_id } })
const idOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { data: { id: number } }).data.id
const file = (day: number, name = '#12') => `day,campaign,frame,imps,gross\n2026-03-0${day},枠,${name},1${day},1\n`
const take = (content: string, source: string, options: object = {}) =>
  handIn(api.pool, content, { advertiser, source, createMissing: false, ...options })
const framesOf = async (fileId: number | null) =>
  (await api.pool.query<{ frame_id: number }>('select frame_id from delivery_facts where delivery_file_id = $1', [fileId])).rows

test('a name is placed where an administrator has said, for its source alone, in the files that come then', async () => {
  // A file creates campaign and slot first, so that the name already has a frame of the source's own.
  const before = await take(file(1), 'dsp-9', { createMissing: true })
  const [made] = await framesOf(before.file_id)
  const mine = api.fixtures.a.frame
  expect((await create('#12', 'dsp-9', mine)).status).toBe(201)
  expect(await framesOf((await take(file(2), 'dsp-9')).file_id)).toEqual([{ frame_id: mine }])
  expect(await framesOf(before.file_id)).toEqual([made])
  expect((await take(file(3), 'dsp-10')).refused).toEqual([
    { line: 2, reason: expect.stringContaining('This source has no frame "#12"') as string },
  ])
  expect(await rollUpDifferences(api.pool)).toEqual([])
})

test('what was said is changed and taken back for later files', async () => {
  await take(file(1, 'a'), 'dsp-11', { createMissing: true })
  const { fixtures } = api
  const id = await idOf(create('左上', 'dsp-11', fixtures.a.frame))
  expect((await admin.call(sourceFrame.update, { params: { id }, body: { version: 1, frame_id: fixtures.b.frame } })).status).toBe(204)
  expect(await framesOf((await take(file(4, '左上'), 'dsp-11')).file_id)).toEqual([{ frame_id: fixtures.b.frame }])
  expect((await admin.call(sourceFrame.delete, { params: { id } })).status).toBe(204)
  expect(await take(file(5, '左上'), 'dsp-11')).toMatchObject({ rows_taken: 0, rows_refused: 1 })
})

test('a name of a source is said once, and sources are named as they are when files are handed in', async () => {
  const errors = async (answer: Promise<Response>) => ((await (await answer).json()) as { errors: unknown }).errors
  await create('右', 'dsp-12', api.fixtures.a.frame)
  expect(await errors(create('右', 'dsp-12', api.fixtures.b.frame))).toEqual({ name: ['すでに登録されています。'] })
  expect((await create('右', 'dsp-13', api.fixtures.a.frame)).status).toBe(201)
  expect(await errors(create('右', '配信 1', api.fixtures.a.frame))).toHaveProperty('source')
})

test('a frame that is deleted, or that a file has brought, is none of ours: by its code, its id, or a name that meant it', async () => {
  const { rows } = await api.pool.query<{ id: number }>(
    `insert into frames (publisher_group_id, space_id, name, name_norm, code, width, height, status)
     select publisher_group_id, space_id, '消える枠', '', 'gone', 0, 0, 'RUNNING' from frames where id = $1 returning id`,
    [api.fixtures.a.frame],
  )
  const { id } = rows[0]!
  expect((await create('消える枠', 'dsp-14', id)).status).toBe(201)
  const called = (day: number, frame: number, code: string) =>
    take(`day,campaign,frame_id,frame_code,imps,gross\n2026-03-0${day},枠,${frame},,1,1\n2026-03-0${day},枠,,${code},1,1\n`, 'dsp-14')
  expect(await called(6, id, 'gone')).toMatchObject({ rows_taken: 2 })
  expect(await take(file(6, '消える枠'), 'dsp-14')).toMatchObject({ rows_taken: 1 })
  await api.pool.query('update frames set deleted_at = now() where id = $1', [id])
  expect(await called(7, id, 'gone')).toMatchObject({ rows_taken: 0, rows_refused: 2 })
  expect(await take(file(7, '消える枠'), 'dsp-14')).toMatchObject({ rows_taken: 0, rows_refused: 1 })
  const brought = await framesOf((await take(file(8, '持ち込み'), 'dsp-14', { createMissing: true })).file_id)
  expect(await called(8, brought[0]!.frame_id, '持ち込み')).toMatchObject({ rows_taken: 0, rows_refused: 2 })
})
