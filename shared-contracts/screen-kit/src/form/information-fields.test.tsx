// @vitest-environment jsdom
import { information, informationEndpoints, type Role } from '@adsite/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ResourceList } from '../list/ResourceList.tsx'
import { ResourceDetail } from '../record/ResourceDetail.tsx'
import { stubLayout } from '../testing/device.ts'
import { informationRecord, listAnswer } from '../testing/samples.ts'
import { FakeApi, openScreen } from '../testing/screen.tsx'
import { ResourceCreate } from './ResourceCreate.tsx'

const routes = { detailRoute: 'information.detail', listRoute: 'information.list' } as const
const hint = { ja: '最初のお知らせを登録してください。', en: 'Create the first one.' }
const screens = {
  '/op/information': (
    <ResourceList
      resource={information}
      endpoints={informationEndpoints}
      detailRoute="information.detail"
      createRoute="information.create"
      emptyHint={hint}
    />
  ),
  '/op/information/create': <ResourceCreate resource={information} endpoints={informationEndpoints} {...routes} />,
  '/op/information/:id': (
    <ResourceDetail resource={information} endpoints={informationEndpoints} listRoute="information.list">
      {({ id }) => <p>添付{id}</p>}
    </ResourceDetail>
  ),
}

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/information', listAnswer([informationRecord]))
  api.on('GET /api/information/3', { status: 200, body: { data: informationRecord } })
  api.on('GET /api/information/3/history', { status: 200, body: { data: [], page: { next: null } } })
  stubLayout()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (at: string, role: Role = 'admin', language: 'ja' | 'en' = 'ja') => openScreen(screens, at, { api, role, language })

describe('reading', () => {
  test('yes or no, several choices and rich text are words in a row', async () => {
    await open('/op/information')
    const row = (await screen.findByRole('link', { name: '秋の定期メンテナンス' })).closest('tr')!
    const cells = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    // After the checkbox cell.
    expect(cells.slice(1, 6)).toEqual(['メンテナンス', 'はい', 'いいえ', 'はい', '広告主、管理者'])
  })

  test('the detail shows rich text as its readers see it, and what the screen adds', async () => {
    await open('/op/information/3')
    expect(await screen.findByRole('heading', { level: 2, name: '日時' })).toBeTruthy()
    expect(screen.getByRole('link', { name: '詳しく' }).getAttribute('href')).toBe('https://example.com/')
    expect(screen.getByText('添付3')).toBeTruthy()
  })

  test('in English', async () => {
    await open('/op/information', 'admin', 'en')
    const row = (await screen.findByRole('link', { name: '秋の定期メンテナンス' })).closest('tr')!
    expect(row.textContent).toContain('Yes')
    expect(row.textContent).toContain('Advertiser, Administrator')
  })
})

test('filters of yes or no take one of the two, of several choices any; both stand as words in the chips', async () => {
  const { router } = await open('/op/information?target_roles=pg,ptd&being_published=true')
  expect(await screen.findByText('対象: メディアグループ、PTD')).toBeTruthy()
  expect(screen.getByText('掲載中: はい')).toBeTruthy()
  const asked = api.of('GET /api/information').at(-1)!.query
  expect([asked.get('target_roles'), asked.get('being_published')]).toEqual(['pg,ptd', 'true'])
  fireEvent.click(screen.getByRole('button', { name: /絞り込み/u }))
  const published = await screen.findByRole('combobox', { name: '掲載中' })
  fireEvent.mouseDown(published)
  fireEvent.click(await screen.findByText('いいえ', { selector: '.ant-select-item-option-content' }))
  await waitFor(() => expect(router.state.location.search).toContain('being_published=false'))
})

describe('writing', () => {
  test('a new one says no until the box is ticked; targets are sent in their own order; an empty text is missing', async () => {
    await open('/op/information/create')
    fireEvent.change(await screen.findByRole('textbox', { name: /^タイトル/u }), { target: { value: '年末年始のお知らせ' } })
    const important = screen.getByRole('checkbox', { name: /^重要/u })
    expect(important).toHaveProperty('checked', false)
    const targets = screen.getByRole('group', { name: /^対象/u })
    fireEvent.click(within(targets).getByRole('checkbox', { name: '管理者' }))
    fireEvent.click(within(targets).getByRole('checkbox', { name: '広告主' }))
    fireEvent.click(within(targets).getByRole('checkbox', { name: 'レップ' }))
    fireEvent.click(within(targets).getByRole('checkbox', { name: 'レップ' }))
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('種類 · 本文 · 掲載開始'))
    expect(screen.getByRole('status').textContent).not.toContain('対象')
    fireEvent.click(screen.getByRole('button', { name: '登録する' }))
    expect(await screen.findAllByText('必須項目です。')).toHaveLength(3)
    const body = await screen.findByRole('textbox', { name: /^本文/u })
    expect(body.getAttribute('aria-invalid')).toBe('true')
    expect(api.of('POST /api/information')).toEqual([])
  })

  test('only what was changed is sent: a box, the choices, the text', async () => {
    api.on('PATCH /api/information/3', { status: 204 })
    await open('/op/information/3?edit=1')
    const body = await screen.findByRole('textbox', { name: /^本文/u })
    expect(body.textContent).toContain('停止します')
    // Checked and unchecked again: no change.
    const targets = screen.getByRole('group', { name: /^対象/u })
    fireEvent.click(within(targets).getByRole('checkbox', { name: '代理店' }))
    fireEvent.click(within(targets).getByRole('checkbox', { name: '代理店' }))
    await waitFor(() => expect(screen.getByRole('button', { name: '保存する' })).toHaveProperty('disabled', true))
    fireEvent.click(within(targets).getByRole('checkbox', { name: 'PTD' }))
    fireEvent.click(screen.getByRole('checkbox', { name: /^重要/u }))
    fireEvent.click(screen.getByRole('button', { name: '箇条書き' }))
    await waitFor(() => expect(screen.getByRole('button', { name: '保存する' })).toHaveProperty('disabled', false))
    fireEvent.submit(screen.getByRole('button', { name: '保存する' }).closest('form')!)
    await waitFor(() => expect(api.of('PATCH /api/information/3')).toHaveLength(1))
    const sent = api.of('PATCH /api/information/3')[0]!.body!
    expect(Object.keys(sent).toSorted()).toEqual(['body', 'is_important', 'target_roles', 'version'])
    expect([sent['is_important'], sent['target_roles']]).toEqual([false, ['advertiser', 'ptd', 'admin']])
    expect(sent['body']).toContain('<ul>')
  })
})

describe('deleting', () => {
  // Without the shell's configuration antd inserts a space between two characters.
  const button = () => screen.findByRole('button', { name: /削\s?除/u })
  const answer = async (name: RegExp) => {
    const dialog = await screen.findByRole('dialog', { name: 'お知らせを削除しますか？' })
    expect(dialog.textContent).toContain('「秋の定期メンテナンス」を削除します。')
    fireEvent.click(within(dialog).getByRole('button', { name }))
  }

  test('asks, deletes, says so and leads to the list, which is read anew', async () => {
    api.on('DELETE /api/information/3', { status: 204 })
    const { alerts, router } = await open('/op/information/3')
    fireEvent.click(await button())
    await answer(/削\s?除/u)
    await waitFor(() => expect(router.state.location.pathname).toBe('/op/information'))
    expect(alerts).toEqual([{ type: 'success', messages: ['お知らせを削除しました'] }])
    await waitFor(() => expect(api.of('GET /api/information')).toHaveLength(1))
    expect(api.of('GET /api/information/3')).toHaveLength(1)
  })

  test('not when the answer is no', async () => {
    await open('/op/information/3')
    fireEvent.click(await button())
    await answer(/キャンセル/u)
    expect(api.of('DELETE /api/information/3')).toEqual([])
  })

  test('a refusal is said, and the record stays', async () => {
    api.on('DELETE /api/information/3', { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } })
    const { alerts, router } = await open('/op/information/3')
    fireEvent.click(await button())
    await answer(/削\s?除/u)
    await waitFor(() => expect(alerts).toEqual([{ type: 'error', messages: ['サーバーでエラーが発生しました'] }]))
    expect(router.state.location.pathname).toBe('/op/information/3')
  })

  test('is not offered to who may not', async () => {
    await open('/op/information/3', 'pg')
    await screen.findByRole('heading', { level: 1, name: /秋の定期メンテナンス/u })
    expect(screen.queryByRole('button', { name: /削\s?除/u })).toBeNull()
  })
})
