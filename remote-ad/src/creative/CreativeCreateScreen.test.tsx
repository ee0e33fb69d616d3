// @vitest-environment jsdom
import { FakeApi, openScreen } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import CreativeCreateScreen from './CreativeCreateScreen.tsx'

const path = '/ad/creative/create'
const list = (...data: object[]) => ({ status: 200, body: { data, page: { next: null, total: data.length, total_capped: false } } })
const one = (data: object) => ({ status: 200, body: { data } })

const noTexts = { headline_max: null, description_max: null, principal_max: null, button_max: null }
const banner = (id: number, width: number, height: number) => ({
  id,
  name: `バナー ${width}×${height}`,
  kind: 'BANNER',
  width,
  height,
  file_types: ['PNG'],
  max_bytes: 1000,
  ...noTexts,
})
/** An image whose name contains its size in the browser: `麦茶_300x250.png`. */
const imageFile = (name: string, type = 'image/png') => new File([new Uint8Array(10)], name, { type })

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  vi.stubGlobal('createImageBitmap', async ({ name }: File) => {
    const [, width, height] = /(\d+)x(\d+)/u.exec(name) ?? []
    if (!width) throw new Error('no image')
    return { width: Number(width), height: Number(height), close: () => {} }
  })
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => {}
  api.on('GET /api/ad-creative/format', list(banner(1, 300, 250), banner(2, 728, 90)))
  api.on('GET /api/ad-creative-group/3', one({ id: 3, name: '冬の麦茶' }))
  api.on('GET /api/ad', list({ id: 8, product_id: 5, landing_url: 'https://lp.example/winter' }))
  api.on('GET /api/product/5', one({ id: 5, format_ids: [1, 2] }))
  api.on('GET /api/ad-creative', list({ id: 9, format_id: 1, landing_url: 'https://lp.example/other' }))
  api.on('GET /api/format/select_list', list({ id: 1, name: 'バナー 300×250' }, { id: 2, name: 'バナー 728×90' }))
  api.on('GET /api/ad-creative-group/select_list', list({ id: 3, name: '冬の麦茶' }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (search: string) => openScreen({ [path]: <CreativeCreateScreen /> }, `${path}${search}`, { api, role: 'agency' })
const input = (label: string) => screen.findByRole('textbox', { name: new RegExp(`^${label}`, 'u') }) as Promise<HTMLInputElement>

async function chooseFormat(name: string): Promise<void> {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: /^フォーマット/u }))
  fireEvent.click(await screen.findByTitle(name))
}

test('formats that cannot be read say so where images are chosen, and are read again', async () => {
  const answer = api.answers['GET /api/ad-creative/format']!
  api.on('GET /api/ad-creative/format', { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } })
  await open('')
  const alert = await screen.findByText(/サーバーでエラーが発生しました/u)
  api.on('GET /api/ad-creative/format', answer)
  fireEvent.click(within(alert).getByRole('button', { name: /再試行/u }))
  expect(await screen.findByLabelText(/^ファイルを選択/u)).toBeTruthy()
})

test('a creative of a group begins with the landing page of its ad, a format that is still missing, and a name of both', async () => {
  await open('?creative_group_id=3')
  expect((await input('クリエイティブ名')).value).toBe('冬の麦茶 バナー 728×90')
  expect((await input('リンク先URL')).value).toBe('https://lp.example/winter')
  expect(await screen.findByTitle('バナー 728×90')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('入力内容に問題はありません')
  expect(api.of('GET /api/ad')[0]!.query.get('creative_group_id')).toBe('3')
})

test('the name follows the format until it is typed', async () => {
  await open('?creative_group_id=3')
  const name = await input('クリエイティブ名')
  await chooseFormat('バナー 300×250')
  await waitFor(() => expect(name.value).toBe('冬の麦茶 バナー 300×250'))
  fireEvent.change(name, { target: { value: '麦茶 小' } })
  await chooseFormat('バナー 728×90')
  await waitFor(() => expect(screen.getAllByTitle('バナー 728×90').length).toBeGreaterThan(1))
  expect(name.value).toBe('麦茶 小')
})

test('a group without an ad goes on from its own creatives; what cannot be read is left open', async () => {
  api.on('GET /api/ad', list())
  api.on('GET /api/format/select_list', { status: 500, body: { code: 'internal', message: '×' } })
  await open('?creative_group_id=3')
  expect((await input('クリエイティブ名')).value).toBe('冬の麦茶')
  expect((await input('リンク先URL')).value).toBe('https://lp.example/other')
})

test('without a group nothing is asked for and nothing filled in', async () => {
  await open('')
  expect((await input('クリエイティブ名')).value).toBe('')
  expect((await input('リンク先URL')).value).toBe('')
  expect(api.sent.map((sent) => sent.path)).toEqual(['/api/account/me', '/api/ad-creative/format'])
})

describe('of images', () => {
  const address = '/ad/creative/create?creative_group_id=3'
  const elsewhere = { '/ad/creative-group/:id': <p>the group</p>, '/ad/creative/:id': <p>the creative</p> }
  const routes = { 'creative.detail': '/ad/creative/:id', 'creative_group.detail': '/ad/creative-group/:id' }
  const openForm = () => openScreen({ [path]: <CreativeCreateScreen />, ...elsewhere }, address, { api, role: 'agency', routes })

  async function choose(...files: File[]): Promise<void> {
    fireEvent.change(await screen.findByLabelText(/^ファイルを選択/u), { target: { files } })
  }
  const submit = () => fireEvent.submit(document.querySelector('form')!)
  let lastId = 20
  beforeEach(() => {
    lastId = 20
    api.on('POST /api/ad-creative', () => ({ status: 201, body: { data: { id: (lastId += 1) } } }))
    for (const id of [21, 22]) api.on(`POST /api/ad-creative/${id}/material`, { status: 201, body: { data: {} } })
  })

  test('each becomes a creative of its own, named as its file, in the format that it fits', async () => {
    const { router, alerts } = await openForm()
    await choose(imageFile('麦茶_300x250.png'), imageFile('麦茶_728x90.png'))
    expect(await screen.findByRole('button', { name: /2\s*件を登録する/u })).toBeTruthy()
    // Fields specific to each creative do not appear in the common form.
    expect(screen.queryByRole('textbox', { name: /^クリエイティブ名/u })).toBeNull()
    expect(screen.queryByRole('combobox', { name: /^フォーマット/u })).toBeNull()
    const second = await input('麦茶_728x90.png のクリエイティブ名')
    fireEvent.change(second, { target: { value: '麦茶 横長' } })
    submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/ad/creative-group/3'))
    const common = { creative_group_id: 3, landing_url: 'https://lp.example/winter' }
    expect(api.of('POST /api/ad-creative').map(({ body }) => body)).toEqual([
      expect.objectContaining({ ...common, name: '麦茶_300x250', format_id: 1 }),
      expect.objectContaining({ ...common, name: '麦茶 横長', format_id: 2 }),
    ])
    expect(api.of('POST /api/ad-creative/22/material')[0]!.query.get('name')).toBe('麦茶_728x90.png')
    expect(alerts).toEqual([{ type: 'success', messages: ['2件のクリエイティブを登録しました。'] }])
  })

  test('what fits no format is said, and is not sent', async () => {
    await openForm()
    await choose(imageFile('麦茶_301x250.png'), imageFile('麦茶_300x250.webp', 'image/webp'), imageFile('案内.pdf', 'application/pdf'))
    expect(await screen.findByText('301×250pxの画像に合うフォーマットがありません。')).toBeTruthy()
    await waitFor(() => expect(screen.getAllByText('GIF、PNG、JPEGのファイルを選んでください。')).toHaveLength(2))
    // No number of creatives is offered, and the reason is said beside the button.
    const button = screen.getByRole('button', { name: '登録する' })
    expect(button).toHaveProperty('ariaDisabled', 'true')
    expect(screen.getByRole('status').textContent).toContain('登録できる画像がありません。')
    submit()
    expect(api.of('POST /api/ad-creative')).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: '麦茶_300x250.webp を外す' }))
    fireEvent.click(screen.getByRole('button', { name: '麦茶_301x250.png を外す' }))
    fireEvent.click(screen.getByRole('button', { name: '案内.pdf を外す' }))
    // Without images the form is again that of a single creative.
    expect((await input('クリエイティブ名')).value).toBe('冬の麦茶 バナー 728×90')
  })

  test('one that fails says why and is tried again alone, its creative not made twice', async () => {
    api.on('POST /api/ad-creative/22/material', {
      status: 422,
      body: { code: 'validation_failed', message: '×', errors: { file: ['壊れています。'] } },
    })
    const { router, alerts } = await openForm()
    await choose(imageFile('麦茶_300x250.png'), imageFile('麦茶_728x90.png'))
    await screen.findByRole('button', { name: /2\s*件を登録する/u })
    submit()
    expect(await screen.findByText('クリエイティブは登録しましたが、画像を登録できませんでした：壊れています。')).toBeTruthy()
    expect(screen.getByText('登録済み')).toBeTruthy()
    expect(screen.getByRole('link', { name: '麦茶_728x90' }).getAttribute('href')).toBe('/ad/creative/22')
    expect(alerts.at(-1)).toMatchObject({ type: 'warn', messages: [expect.stringContaining('2件中1件を登録しました。')] })
    api.on('POST /api/ad-creative/22/material', { status: 201, body: { data: {} } })
    expect(await screen.findByRole('button', { name: /1\s*件を登録する/u })).toBeTruthy()
    submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/ad/creative-group/3'))
    expect(api.of('POST /api/ad-creative')).toHaveLength(2)
    expect(api.of('POST /api/ad-creative/21/material')).toHaveLength(1)
  })

  test('what fits none holds nothing up: the others are made, and one goes on without it', async () => {
    const { router, alerts } = await openForm()
    await choose(imageFile('麦茶_300x250.png'), imageFile('麦茶_301x250.png'))
    await screen.findByRole('button', { name: /1\s*件を登録する/u })
    submit()
    await waitFor(() => expect(alerts.at(-1)).toMatchObject({ type: 'warn' }))
    expect(router.state.location.pathname).toBe(path)
    expect(await screen.findByRole('button', { name: '登録したクリエイティブを見る' })).toBeTruthy()
    submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/ad/creative/21'))
    expect(api.of('POST /api/ad-creative')).toHaveLength(1)
  })

  test('how far it is stands outside of what is held while it is sent, where screen readers hear it', async () => {
    const answers: (() => void)[] = []
    api.on(
      'POST /api/ad-creative',
      () => new Promise((resolve) => answers.push(() => resolve({ status: 201, body: { data: { id: 21 } } }))),
    )
    await openForm()
    await choose(imageFile('麦茶_300x250.png'), imageFile('麦茶_301x250.png'), imageFile('麦茶_728x90.png'))
    await screen.findByRole('button', { name: /2\s*件を登録する/u })
    const status = screen.getByRole('status')
    submit()
    for (const told of ['2件中1件目を登録しています', '2件中2件目を登録しています']) {
      await waitFor(() => expect(status.textContent).toBe(told))
      expect(status.closest('[inert]')).toBeNull()
      await waitFor(() => expect(answers).not.toEqual([]))
      answers.shift()!()
    }
    await waitFor(() => expect(status.textContent).not.toContain('目を登録しています'))
  })

  test('one alone leads to its creative', async () => {
    const { router } = await openForm()
    await choose(imageFile('麦茶_300x250.png'))
    await screen.findByRole('button', { name: /1\s*件を登録する/u })
    submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/ad/creative/21'))
  })
})
