// @vitest-environment jsdom
import { queryClient } from '@adsite/api-client'
import { refreshSession } from '@adsite/auth'
import { roleCode, type Attachment, type Role } from '@adsite/contract'
import { startI18n } from '@adsite/i18n'
import { ShellProvider, type ShellApi } from '@adsite/remote'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AttachmentSection } from './AttachmentSection.tsx'
import { fileError } from './attachment-target.ts'

// Screens are slow in jsdom, even more so while other suites run.
configure({ asyncUtilTimeout: 60_000 })

const pdf: Attachment = { id: 1, name: '案内.pdf', content_type: 'application/pdf', size: 1_500_000 }

let files: Attachment[]
let listFails: boolean
let alerts: string[]
let deleted: string[]
/** Uploads waiting for their response. */
let waiting: { url: URL; tell: (sent: number, total: number) => void; answer: (status: number, body: unknown) => void }[]

/** Mocks XMLHttpRequest, which uploads use instead of `fetch`. */
class FakeRequest extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  withCredentials = false
  private url = new URL('http://site.example')
  open(_method: string, address: string): void {
    this.url = new URL(address, 'http://site.example')
  }
  setRequestHeader(): void {}
  send(): void {
    waiting.push({
      url: this.url,
      tell: (loaded, total) => this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total })),
      answer: (status, body) => {
        this.status = status
        this.responseText = JSON.stringify(body)
        this.dispatchEvent(new Event('load'))
      },
    })
  }
}

async function show(role: Role = 'admin'): Promise<void> {
  const session = {
    user: { id: 1, name: '山田', email: 'a@demo.example', locale: 'ja' },
    accounts: [{ account_id: 10, name: '運営', role: roleCode(role), is_default: true }],
    using_account_id: 10,
  }
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    const { pathname } = new URL(address, 'http://site.example')
    if (pathname === '/api/account/me') return new Response(JSON.stringify({ data: session }))
    if (method === 'DELETE') {
      deleted.push(pathname)
      files = []
      return new Response(null, { status: 204 })
    }
    if (listFails) return new Response(JSON.stringify({ code: 'internal', message: 'サーバーでエラーが発生しました' }), { status: 500 })
    return new Response(JSON.stringify({ data: files }))
  })
  await refreshSession()
  const shell: ShellApi = {
    alert: (_type, messages) => void alerts.push(...messages),
    run: (action) =>
      action().then(
        (value) => ({ done: true as const, value }),
        (error: Error) => ({ done: false as const, error }),
      ),
    href: () => null,
    nameTab: () => () => {},
  }
  render(
    <QueryClientProvider client={queryClient}>
      <ShellProvider api={shell}>
        <AttachmentSection informationId={3} />
      </ShellProvider>
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  startI18n('ja')
  document.cookie = 'XSRF-TOKEN=token'
  queryClient.clear()
  files = [pdf]
  listFails = false
  alerts = []
  deleted = []
  waiting = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const box = () => screen.findByLabelText(/ファイルを選択/u)
const choose = async (...chosen: File[]) => fireEvent.change(await box(), { target: { files: chosen } })
const image = (name = '図.png') => new File(['png'], name, { type: 'image/png' })

test('the files stand with their size, a link to fetch them, and a way to take them off', async () => {
  await show()
  const link = await screen.findByRole('link', { name: '案内.pdf' })
  expect(link.getAttribute('href')).toBe('/api/information/3/attachment/1')
  expect(link.closest('li')!.textContent).toContain('1.5 MB')
  fireEvent.click(screen.getByRole('button', { name: '案内.pdf を削除' }))
  const dialog = await screen.findByRole('dialog', { name: '添付ファイルを削除しますか？' })
  fireEvent.click(within(dialog).getByRole('button', { name: /削\s?除/u }))
  expect(await screen.findByText('添付ファイルはありません。')).toBeTruthy()
  expect(deleted).toEqual(['/api/information/3/attachment/1'])
  expect(alerts).toEqual(['案内.pdf を削除しました'])
})

test('a chosen file is sent with its progress on show, and stands in the list then', async () => {
  await show()
  await choose(image())
  await waitFor(() => expect(waiting).toHaveLength(1))
  expect(waiting[0]!.url.pathname + decodeURIComponent(waiting[0]!.url.search)).toBe('/api/information/3/attachment?name=図.png')
  const progress = screen.getByRole('progressbar', { name: '図.png を送信中' })
  expect(progress).toHaveProperty('value', 0)
  waiting[0]!.tell(1, 4)
  await waitFor(() => expect(progress).toHaveProperty('value', 0.25))
  await waitFor(() => expect(screen.getByText('25%')).toBeTruthy())
  waiting[0]!.tell(4, 4)
  expect(await screen.findByText('確認中')).toBeTruthy()
  files = [pdf, { id: 2, name: '図.png', content_type: 'image/png', size: 900 }]
  waiting[0]!.answer(201, { data: files[1] })
  expect(await screen.findByRole('link', { name: '図.png' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(alerts).toEqual(['図.png を追加しました'])
})

test('dropped files go one after the other, and one that is refused says why without holding up the next', async () => {
  await show()
  fireEvent.drop(await box(), { dataTransfer: { files: [image('一.png'), image('二.png')] } })
  await waitFor(() => expect(waiting).toHaveLength(1))
  waiting[0]!.answer(422, {
    code: 'validation_failed',
    message: '入力内容を確認してください',
    errors: { file: ['ファイルが壊れているか、読み取れません。'] },
  })
  await waitFor(() => expect(waiting).toHaveLength(2))
  expect(screen.getByRole('alert').textContent).toBe('一.png：ファイルが壊れているか、読み取れません。')
  fireEvent.click(screen.getByRole('button', { name: '一.png の表示を消す' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what cannot be taken is said before it is sent', async () => {
  await show()
  await choose(new File(['x'], '表.xlsx', { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }))
  expect((await screen.findByRole('alert')).textContent).toBe('表.xlsx：PDF、PNG、JPEG、GIFのファイルを選んでください。')
  expect(waiting).toEqual([])
})

test.each([
  [{ type: 'image/gif', size: 1 }, 0, null],
  [{ type: '', size: 1 }, 0, null],
  [{ type: 'image/svg+xml', size: 1 }, 0, 'file_type'],
  [{ type: 'image/png', size: 10_000_000 }, 0, null],
  [{ type: 'image/png', size: 10_000_000 + 1 }, 0, 'file_size|10'],
  [{ type: 'image/png', size: 1 }, 9, null],
  [{ type: 'image/png', size: 1 }, 10, 'files_many|10'],
  [{ type: 'image/png', size: 0 }, 0, 'file_broken'],
  [{ type: 'image/svg+xml', size: 1 }, 10, 'file_type'],
])('%j beside %d others: %j', (file, attached, fault) => expect(fileError(file, attached)).toBe(fault))

test('a list that does not come says so, and can be asked for again', async () => {
  listFails = true
  await show()
  expect((await screen.findByRole('alert')).textContent).toContain('サーバーでエラーが発生しました')
  listFails = false
  fireEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect(await screen.findByRole('link', { name: '案内.pdf' })).toBeTruthy()
})

test('who may not change it only fetches', async () => {
  await show('pg')
  await screen.findByRole('link', { name: '案内.pdf' })
  expect(screen.queryByLabelText(/ファイルを選択/u)).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
