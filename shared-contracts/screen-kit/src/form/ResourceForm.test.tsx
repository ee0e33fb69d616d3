// @vitest-environment jsdom
import { company, companyEndpoints } from '@adsite/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { companyRecord } from '../testing/samples.ts'
import { FakeApi, openScreen, type Screen } from '../testing/screen.tsx'
import { ResourceForm } from './ResourceForm.tsx'
import type { Followed } from './state/use-followed.ts'
import { staysInForm } from './state/use-unsaved-guard.ts'

let api: FakeApi
let saved: number[]
let cancelled: number
beforeEach(() => {
  api = new FakeApi()
  saved = []
  cancelled = 0
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const patch = 'PATCH /api/company/7'

function open(record: typeof companyRecord | null, language: 'ja' | 'en' = 'ja', path = '/form'): Promise<Screen> {
  const form = (
    <ResourceForm
      resource={company}
      endpoint={record ? companyEndpoints.update : companyEndpoints.create}
      record={record}
      onSaved={(id) => saved.push(id)}
      onCancel={() => (cancelled += 1)}
    />
  )
  return openScreen({ '/form': form, '/elsewhere': <p>別の画面</p> }, path, { api, language })
}

const input = (label: string) => screen.getByRole(label === '市区町村' ? 'combobox' : 'textbox', { name: new RegExp(`^${label}`, 'u') })
function type(label: string, value: string): void {
  fireEvent.change(input(label), { target: { value } })
  fireEvent.blur(input(label))
}
const submit = () => fireEvent.submit(screen.getByRole('button', { name: /保存する|登録する|Save|Create/u }).closest('form')!)

describe('before sending', () => {
  test('nothing is wrong until a field is left, then it is said in words at the field', async () => {
    await open(null)
    expect(screen.queryByText('必須項目です。')).toBeNull()
    fireEvent.blur(input('企業名 必須'))
    const fault = await screen.findByText('必須項目です。')
    expect(input('企業名 必須').getAttribute('aria-describedby')).toBe(fault.id)
    expect(input('企業名 必須').getAttribute('aria-invalid')).toBe('true')
  })

  test('what is missing is named, and an attempt sends nothing but leads to the first', async () => {
    await open(null)
    expect(screen.getByRole('status').textContent).toMatch(/^入力・確認が必要な項目（9） 企業名 · 法人格/u)
    submit()
    await waitFor(() => expect(document.activeElement).toBe(input('企業名 必須')))
    expect(api.of('POST /api/company')).toEqual([])
  })

  test('full-width digits become half-width when the field is left', async () => {
    await open(companyRecord)
    type('電話番号', '０３－１２３４－５６７８')
    await waitFor(() => expect(input('電話番号')).toHaveProperty('value', '0312345678'))
    type('与信枠', '３，０００，０００')
    await waitFor(() => expect(input('与信枠')).toHaveProperty('value', '3,000,000'))
  })

  test('the Enter that ends a conversion does not submit', async () => {
    await open(companyRecord)
    const composing = fireEvent.keyDown(input('企業名 必須'), { key: 'Enter', isComposing: true })
    const safari = fireEvent.keyDown(input('企業名 必須'), { key: 'Enter', keyCode: 229 })
    const plain = fireEvent.keyDown(input('企業名 必須'), { key: 'Enter' })
    expect([composing, safari, plain]).toEqual([false, false, true])
  })

  test('an address may name the field to begin with; one that the form does not have is ignored', async () => {
    await open(companyRecord, 'ja', '/form#phone')
    await waitFor(() => expect(document.activeElement).toBe(input('電話番号')))
    cleanup()
    await open(companyRecord, 'ja', '/form#nothing')
    expect(document.activeElement).toBe(document.body)
  })

  test('in English', async () => {
    await open(null, 'en')
    fireEvent.blur(input('Name Required'))
    expect(await screen.findByText('This field is required.')).toBeTruthy()
  })
})

describe('sending', () => {
  test('only what differs is sent, with the version that was read', async () => {
    api.on(patch, { status: 204 })
    await open(companyRecord)
    type('市区町村', '港区')
    type('企業名 必須', '青葉食品')
    submit()
    await waitFor(() => expect(saved).toEqual([7]))
    expect(api.of(patch)[0]!.body).toEqual({ version: 3, city: '港区' })
  })

  test('two clicks send once', async () => {
    let answer: (value: { status: number }) => void = () => {}
    api.on(patch, () => new Promise((resolve) => (answer = resolve)))
    await open(companyRecord)
    type('市区町村', '港区')
    submit()
    submit()
    await waitFor(() => expect(api.of(patch)).toHaveLength(1))
    submit()
    answer({ status: 204 })
    await waitFor(() => expect(saved).toEqual([7]))
    expect(api.of(patch)).toHaveLength(1)
  })

  test('what is being sent cannot be changed, and can be again once it is refused', async () => {
    let answer: (value: { status: number; body?: object }) => void = () => {}
    api.on(patch, () => new Promise((resolve) => (answer = resolve)))
    await open(companyRecord)
    const isHeld = () => input('市区町村').closest('[inert]') !== null
    type('市区町村', '港区')
    expect(isHeld()).toBe(false)
    submit()
    await waitFor(() => expect(api.of(patch)).toHaveLength(1))
    expect(isHeld()).toBe(true)
    expect(screen.getByRole('button', { name: 'キャンセル' }).closest('[inert]')).toBeNull()
    answer({ status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } })
    await waitFor(() => expect(isHeld()).toBe(false))
  })

  test('an input from which the form was sent has the focus again once it is refused', async () => {
    api.on(patch, ({ body }) => {
      // As browsers do with what is inert.
      input('市区町村').blur()
      return { status: 500, body: { code: 'internal', message: `サーバーでエラーが発生しました ${String(body?.['city'])}` } }
    })
    const { alerts } = await open(companyRecord)
    type('市区町村', '港区')
    input('市区町村').focus()
    submit()
    await waitFor(() => expect(alerts).toHaveLength(1))
    await waitFor(() => expect(document.activeElement).toBe(input('市区町村')))
  })

  test("the server's errors stand at their fields, and input is kept", async () => {
    api.on(patch, {
      status: 422,
      body: { code: 'validation_failed', message: '入力内容を確認してください', errors: { city: ['この市区町村はありません。'] } },
    })
    const { alerts } = await open(companyRecord)
    type('市区町村', '無い町')
    submit()
    const fault = await screen.findByText('この市区町村はありません。')
    expect(input('市区町村').getAttribute('aria-describedby')).toBe(fault.id)
    await waitFor(() => expect(document.activeElement).toBe(input('市区町村')))
    expect(input('市区町村')).toHaveProperty('value', '無い町')
    expect([alerts, saved]).toEqual([[], []])
  })

  test("errors of other fields than the form's go to the message bar, alone", async () => {
    const [own, other] = ['この市区町村はありません。', '与信が停止されています。']
    api.on(patch, {
      status: 422,
      body: { code: 'validation_failed', message: '入力内容を確認してください', errors: { city: [own], credit_status: [other] } },
    })
    const { alerts } = await open(companyRecord)
    type('市区町村', '無い町')
    submit()
    await screen.findByText(own)
    await waitFor(() => expect(alerts).toEqual([{ type: 'error', messages: ['入力内容を確認してください', other] }]))
    expect(saved).toEqual([])
  })

  test('other refusals go to the message bar, never a false success', async () => {
    api.on(patch, { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } })
    const { alerts } = await open(companyRecord)
    type('市区町村', '港区')
    submit()
    await waitFor(() => expect(alerts).toEqual([{ type: 'error', messages: ['サーバーでエラーが発生しました'] }]))
    expect(saved).toEqual([])
  })

  test('the end of the session is left to the login page, and input is kept', async () => {
    api.on(patch, { status: 401, body: { code: 'unauthenticated', message: '認証に失敗しました' } })
    const { alerts } = await open(companyRecord)
    type('市区町村', '港区')
    submit()
    await waitFor(() => expect(api.of(patch)).toHaveLength(1))
    // The button takes part again once the failure has been told.
    await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull())
    expect([alerts, saved]).toEqual([[], []])
    expect(input('市区町村')).toHaveProperty('value', '港区')
  })
})

describe('a conflict', () => {
  const current = {
    ...companyRecord,
    version: 4,
    city: '中央区',
    contact_name: '鈴木',
    updated_by: '鈴木',
    updated_at: '2026-09-03T00:00:00.000Z',
  }
  async function collide(): Promise<Screen> {
    api.on(patch, ({ body }) =>
      body!['version'] === 4 ? { status: 204 } : { status: 409, body: { code: 'conflict', message: '先に更新', current } },
    )
    const opened = await open(companyRecord)
    type('市区町村', '港区')
    submit()
    await screen.findByRole('dialog')
    return opened
  }

  test('shows both versions of what was changed here', async () => {
    await collide()
    const row = within(screen.getByRole('dialog')).getByRole('row', { name: /市区町村/u })
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['港区', '中央区'])
    expect(screen.getByRole('dialog').textContent).toContain('鈴木が2026/09/03 09:00に更新しました')
  })

  test('can be overwritten: mine on top of the newer version', async () => {
    await collide()
    fireEvent.click(screen.getByRole('button', { name: '自分の入力で上書き' }))
    await waitFor(() => expect(saved).toEqual([7]))
    expect(api.of(patch)[1]!.body).toEqual({ version: 4, city: '港区' })
  })

  test('or given up for the newer version, which is then what changes are compared with', async () => {
    await collide()
    fireEvent.click(screen.getByRole('button', { name: '最新の内容を読み込む' }))
    await waitFor(() => expect(input('市区町村')).toHaveProperty('value', '中央区'))
    expect(screen.getByText('変更はありません')).toBeTruthy()
    type('担当者名', '佐藤')
    submit()
    await waitFor(() => expect(api.of(patch)[1]!.body).toEqual({ version: 4, contact_name: '佐藤' }))
  })
})

describe('unsaved input', () => {
  test('is asked about on the way out, and kept when one stays', async () => {
    const { router } = await open(companyRecord)
    type('市区町村', '港区')
    void router.navigate('/elsewhere')
    fireEvent.click(await screen.findByRole('button', { name: '編集を続ける' }))
    expect(router.state.location.pathname).toBe('/form')
    expect(input('市区町村')).toHaveProperty('value', '港区')
    void router.navigate('/elsewhere')
    fireEvent.click(await screen.findByRole('button', { name: '保存せずに移動' }))
    expect(await screen.findByText('別の画面')).toBeTruthy()
  })

  test('is none when the values are what they were', async () => {
    const { router } = await open(companyRecord)
    type('市区町村', '港区')
    type('市区町村', ' 千代田区 ')
    await router.navigate('/elsewhere')
    expect(await screen.findByText('別の画面')).toBeTruthy()
  })

  test('is not in the way of a form that keeps in the address what it shows, and is of any other change of it', async () => {
    const { router } = await open(companyRecord)
    type('市区町村', '港区')
    await router.navigate('/form?format=1', { replace: true, state: staysInForm })
    expect(router.state.location.search).toBe('?format=1')
    expect(input('市区町村')).toHaveProperty('value', '港区')
    void router.navigate('/form?edit=1')
    fireEvent.click(await screen.findByRole('button', { name: '編集を続ける' }))
    expect(router.state.location.search).toBe('?format=1')
  })

  test('makes the browser ask before the page closes', async () => {
    await open(companyRecord)
    const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(leave()).toBe(false)
    type('市区町村', '港区')
    expect(leave()).toBe(true)
  })
})

describe('a derived value', () => {
  const office: Followed<typeof company> = {
    from: ['city'],
    useWanted: ([city]) => ({ contact_name: city ? `${String(city)}支店` : null }),
  }
  const selection = (element: HTMLInputElement) => element.value.slice(element.selectionStart!, element.selectionEnd!)
  async function openContact(): Promise<HTMLInputElement> {
    const form = (
      <ResourceForm
        resource={company}
        endpoint={companyEndpoints.create}
        record={null}
        followed={office}
        onSaved={() => {}}
        onCancel={() => {}}
      />
    )
    await openScreen({ '/form': form }, '/form', { api })
    const contact = input('担当者名') as HTMLInputElement
    contact.focus()
    return contact
  }

  test('that arrives while somebody is in its input is selected, and so is the next one: typing replaces it', async () => {
    const contact = await openContact()
    fireEvent.change(input('市区町村'), { target: { value: '港区' } })
    await waitFor(() => expect(selection(contact)).toBe('港区支店'))
    fireEvent.change(input('市区町村'), { target: { value: '中央区' } })
    await waitFor(() => expect(selection(contact)).toBe('中央区支店'))
  })

  test('is selected as well where somebody has emptied the input before', async () => {
    const contact = await openContact()
    fireEvent.change(contact, { target: { value: '佐' } })
    fireEvent.change(contact, { target: { value: '' } })
    fireEvent.change(input('市区町村'), { target: { value: '港区' } })
    await waitFor(() => expect(selection(contact)).toBe('港区支店'))
  })

  test('leaves alone what somebody has begun to type', async () => {
    const contact = await openContact()
    fireEvent.change(contact, { target: { value: '佐' } })
    fireEvent.change(input('市区町村'), { target: { value: '港区' } })
    await waitFor(() => expect(input('市区町村')).toHaveProperty('value', '港区'))
    expect([contact.value, selection(contact)]).toEqual(['佐', ''])
  })
})

test('what somebody has typed is not selected when it is kept in another form while they are in its input', async () => {
  await open(companyRecord)
  const contact = input('担当者名') as HTMLInputElement
  contact.focus()
  fireEvent.change(contact, { target: { value: ' 佐藤 ' } })
  fireEvent.blur(contact)
  expect([contact.value, document.activeElement]).toEqual(['佐藤', contact])
  expect(contact.selectionStart).toBe(contact.selectionEnd)
})

test('cancelling is told to the screen', async () => {
  await open(companyRecord)
  fireEvent.click(screen.getByRole('button', { name: 'キャンセル' }))
  expect(cancelled).toBe(1)
})
