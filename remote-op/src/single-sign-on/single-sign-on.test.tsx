// @vitest-environment jsdom
import { configureClient } from '@adsite/api-client'
import type { SingleSignOnDomain, SingleSignOnGroup } from '@adsite/contract'
import { buttonNamed, FakeApi, openScreen, stubDevice } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { area } from '../area.ts'
import { provider } from './testing/provider.ts'
import SingleSignOnCreateScreen from './SingleSignOnCreateScreen.tsx'
import SingleSignOnDetailScreen from './SingleSignOnDetailScreen.tsx'
import SingleSignOnListScreen from './SingleSignOnListScreen.tsx'

const one = '/api/single-sign-on/7'
const proof = { name: '_adsite-challenge.aoba.example', value: 'adsite-domain=0a1b' }
const waiting: SingleSignOnDomain = { id: 3, domain: 'aoba.example', record: proof, state: 'WAITING', proven_at: null, checked_at: null }
const agency = { account_id: 21, name: '青葉広告', role: 4 } as const
const kept: SingleSignOnGroup = { id: 9, value: 'ad-operations', ...agency }

let api: FakeApi
let domains: SingleSignOnDomain[]
let groups: { groups: SingleSignOnGroup[]; accounts: (typeof agency)[] }
beforeEach(() => {
  localStorage.clear()
  stubDevice()
  api = new FakeApi()
  domains = []
  groups = { groups: [], accounts: [agency] }
  const answer = (data: () => unknown) => () => ({ status: 200, body: { data: data() } })
  api.on(
    `GET ${one}`,
    answer(() => provider),
  )
  api.on(
    `GET ${one}/domain`,
    answer(() => domains),
  )
  api.on(
    `GET ${one}/group`,
    answer(() => groups),
  )
  api.on(
    `GET ${one}/requirement`,
    answer(() => ({ required: false, obstacle: 'no_sign_in', people: 0, without: 0 })),
  )
})
afterEach(() => {
  cleanup()
  configureClient({ apiOrigin: '' })
  vi.unstubAllGlobals()
})

const routes = Object.fromEntries(area.routes.map(({ name, path }) => [name, path]))
const screens = {
  '/op/single_sign_on': <SingleSignOnListScreen />,
  '/op/single_sign_on/create': <SingleSignOnCreateScreen />,
  '/op/single_sign_on/:id': <SingleSignOnDetailScreen />,
}
const panel = (name: string) => screen.findByRole('region', { name })
async function open(name: string): Promise<HTMLElement> {
  await openScreen(screens, '/op/single_sign_on/7', { api, routes })
  return panel(name)
}
const press = (inside: HTMLElement, name: string) => fireEvent.click(within(inside).getByRole('button', { name: buttonNamed(name) }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const bodies = (call: string) => api.of(call).map(({ body }) => body)

describe('the list', () => {
  test('says what it is for while there is none', async () => {
    api.on('GET /api/single-sign-on', () => ({
      status: 200,
      body: { data: [], page: { next: null, previous: null, total: 0, capped: false } },
    }))
    await openScreen(screens, '/op/single_sign_on', { api, routes })
    expect(await screen.findByText(/企業のIDプロバイダー（OpenID Connect）を登録すると/u)).toBeTruthy()
  })
})

describe('the form', () => {
  test('begins with the claim that most providers have, and takes issuers with TLS alone', async () => {
    await openScreen(screens, '/op/single_sign_on/create', { api, routes })
    const claim = await screen.findByLabelText<HTMLInputElement>(/^グループのクレーム名/u)
    expect(claim.value).toBe('groups')
    const issuer = screen.getByLabelText(/^発行者/u)
    fireEvent.change(issuer, { target: { value: 'http://login.example.test' } })
    fireEvent.blur(issuer)
    fireEvent.click(screen.getByRole('button', { name: '登録する' }))
    await waitFor(() => expect(issuer.getAttribute('aria-invalid')).toBe('true'))
    expect(bodies('POST /api/single-sign-on')).toEqual([])
  })
})

describe('the connection', () => {
  test('shows the addresses for the provider: of the page where it comes back, of the API where it tells', async () => {
    configureClient({ apiOrigin: 'https://api.ads.test' })
    const found = await open('IDプロバイダーとの接続')
    expect([...found.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual([
      `${window.location.origin}/auth/sso/7`,
      'https://api.ads.test/api/sso/7/logout',
    ])
  })

  test('where the API is at the page’s origin, both are of it', async () => {
    const found = await open('IDプロバイダーとの接続')
    expect(found.querySelectorAll('code')[1]!.textContent).toBe(`${window.location.origin}/api/sso/7/logout`)
  })

  test('takes a secret, which has to be there, and shows it no more', async () => {
    api.on(`POST ${one}/secret`, () => ({ status: 204 }))
    const found = await open('IDプロバイダーとの接続')
    press(found, '保存する')
    expect((await within(found).findByRole('alert')).textContent).toBe('必須項目です。')
    const field = screen.getByLabelText<HTMLInputElement>(/^クライアントシークレット/u)
    expect([field.type, field.getAttribute('aria-invalid')]).toEqual(['password', 'true'])
    fireEvent.change(field, { target: { value: 'very secret' } })
    press(found, '保存する')
    await waitFor(() => expect(field.value).toBe(''))
    expect(bodies(`POST ${one}/secret`)).toEqual([{ secret: 'very secret' }])
  })

  test('is tested with the secret that is stored: neither meanwhile, nor is what came of the one before still told', async () => {
    const stored = Promise.withResolvers<void>()
    api.on(`POST ${one}/test`, () => ({ status: 200, body: { data: { fault: 'unreachable' } } }))
    api.on(`POST ${one}/secret`, async () => {
      await stored.promise
      return { status: 204 }
    })
    const found = await open('IDプロバイダーとの接続')
    press(found, '接続を確認する')
    await within(found).findByText(/^接続できません。/u)
    fireEvent.change(screen.getByLabelText(/^クライアントシークレット/u), { target: { value: 'very secret' } })
    press(found, '保存する')
    const test = within(found).getByRole<HTMLButtonElement>('button', { name: buttonNamed('接続を確認する') })
    await waitFor(() => expect(test.disabled).toBe(true))
    expect(within(found).queryByText(/^接続できません。/u)).toBeNull()
    stored.resolve()
    await waitFor(() => expect(test.disabled).toBe(false))
  })

  test.each([
    [null, /^接続できました。/u],
    ['unreachable', /^接続できません。/u],
    ['other_issuer', /発行者と、登録したURLが一致しません/u],
  ])('says what came of a test: %s', async (fault, words) => {
    api.on(`POST ${one}/test`, () => ({ status: 200, body: { data: { fault } } }))
    const found = await open('IDプロバイダーとの接続')
    press(found, '接続を確認する')
    expect((await within(found).findByText(words)).tagName).toBe('OUTPUT')
  })
})

describe('the domains', () => {
  test('one that is added shows its record, and counts once the record is found', async () => {
    api.on(`POST ${one}/domain`, () => {
      domains = [waiting]
      return { status: 201, body: { data: { id: 3 } } }
    })
    let found = false
    api.on(`POST ${one}/domain/3/check`, () => ({ status: 200, body: { data: { found } } }))
    const region = await open('メールドメイン')
    expect(await within(region).findByText(/ドメインが登録されていない/u)).toBeTruthy()
    type('追加するドメイン', 'aoba example')
    press(region, 'ドメインを追加')
    expect((await within(region).findByRole('alert')).textContent).not.toBe('')
    type('追加するドメイン', 'Aoba.example')
    press(region, 'ドメインを追加')
    const item = await within(region).findByRole('listitem')
    expect(bodies(`POST ${one}/domain`)).toEqual([{ domain: 'aoba.example' }])
    expect(item.textContent).toContain('未確認')
    expect([...item.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual([proof.name, proof.value])
    press(item, 'aoba.example：確認する')
    expect(await within(item).findByText(/^TXTレコードが見つかりません。/u)).toBeTruthy()
    found = true
    domains = [{ ...waiting, state: 'PROVEN', proven_at: '2026-11-20T03:00:00.000Z', checked_at: '2026-11-20T03:00:00.000Z' }]
    press(item, 'aoba.example：確認する')
    await waitFor(() => expect(within(region).getByRole('listitem').textContent).toContain('確認済み'))
    expect(within(region).queryByText(/^TXTレコードが見つかりません。/u)).toBeNull()
    expect(region.querySelectorAll('code')).toHaveLength(0)
  })

  test('one that another has is refused at its field', async () => {
    const words = 'このドメインは、すでにシングルサインオンに登録されています。'
    api.on(`POST ${one}/domain`, () => ({
      status: 422,
      body: { code: 'validation_failed', message: '入力内容を確認してください', errors: { domain: [words] } },
    }))
    const region = await open('メールドメイン')
    type('追加するドメイン', 'taken.example')
    press(region, 'ドメインを追加')
    expect((await within(region).findByRole('alert')).textContent).toBe(words)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('追加するドメイン')))
  })

  test('one is removed after a question, or kept', async () => {
    domains = [waiting]
    api.on(`DELETE ${one}/domain/3`, () => {
      domains = []
      return { status: 204 }
    })
    const region = await open('メールドメイン')
    await within(region).findByRole('listitem')
    press(region, 'aoba.example：削除')
    const question = await screen.findByRole('dialog', { name: 'aoba.example を削除しますか？' })
    press(question, 'キャンセル')
    expect(api.of(`DELETE ${one}/domain/3`)).toEqual([])
    within(region).getByRole('button', { name: 'aoba.example：削除' }).focus()
    press(region, 'aoba.example：削除')
    press(await screen.findByRole('dialog'), '削除')
    await waitFor(() => expect(within(region).queryByRole('listitem')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(within(region).getByRole('heading', { name: 'メールドメイン' })))
  })
})

describe('the groups', () => {
  test('a group gives the account that is chosen, and is taken back after a question', async () => {
    api.on(`POST ${one}/group`, () => {
      groups = { ...groups, groups: [kept] }
      return { status: 201, body: { data: { id: 9 } } }
    })
    api.on(`DELETE ${one}/group/9`, () => {
      groups = { ...groups, groups: [] }
      return { status: 204 }
    })
    const region = await open('グループの割り当て')
    expect(await within(region).findByText(/グループが割り当てられていない/u)).toBeTruthy()
    type('グループ（名前またはID）', ' ad-operations ')
    press(region, 'グループを追加')
    const item = await within(region).findByRole('listitem')
    expect(item.textContent).toContain('ad-operations → 青葉広告（代理店）')
    expect(bodies(`POST ${one}/group`)).toEqual([{ value: 'ad-operations', account_id: 21 }])
    press(item, 'ad-operations → 青葉広告：削除')
    press(await screen.findByRole('dialog'), '削除')
    await waitFor(() => expect(within(region).queryByRole('listitem')).toBeNull())
  })

  test('a company without accounts is told of', async () => {
    groups = { groups: [], accounts: [] }
    const region = await open('グループの割り当て')
    expect(await within(region).findByText('この企業には、割り当てられるアカウントがありません。')).toBeTruthy()
    expect(within(region).queryByRole('button', { name: 'グループを追加' })).toBeNull()
  })
})

test.each([
  ['メールドメイン', `GET ${one}/domain`, /ドメインが登録されていない/u],
  ['グループの割り当て', `GET ${one}/group`, /グループが割り当てられていない/u],
])('%s that cannot be read are said, and read again', async (name, call, words) => {
  const works = call.endsWith('domain') ? domains : groups
  api.on(call, () => ({ status: 404, body: { code: 'not_found', message: '対象が見つかりません' } }))
  const region = await open(name)
  await waitFor(() => expect(region.textContent).toContain('対象が見つかりません'))
  api.on(call, () => ({ status: 200, body: { data: works } }))
  press(region, '再試行')
  expect(await within(region).findByText(words)).toBeTruthy()
})
