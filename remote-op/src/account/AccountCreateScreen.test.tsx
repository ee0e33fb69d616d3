// @vitest-environment jsdom
import { FakeApi, openScreen, stubDevice } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import AccountCreateScreen from './AccountCreateScreen.tsx'

const path = '/op/advertiser/create'
const companies = [
  { id: 5, name: '株式会社あおば食品' },
  { id: 6, name: 'さくら商事株式会社' },
]

let api: FakeApi
beforeEach(() => {
  localStorage.clear()
  stubDevice()
  api = new FakeApi()
  api.on('GET /api/company/select_list', ({ query }) => {
    const ids = query.get('ids')?.split(',').map(Number)
    return { status: 200, body: { data: companies.filter(({ id }) => ids?.includes(id) ?? true) } }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (search = '') => openScreen({ [path]: <AccountCreateScreen /> }, `${path}${search}`, { api })
const name = () => screen.findByRole('textbox', { name: /^アカウント名/u }) as Promise<HTMLInputElement>
async function chooseCompany(title: string): Promise<void> {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: /^企業/u }))
  fireEvent.click(await screen.findByTitle(title))
}

test('an account is called as the company that is chosen, until another name is typed', async () => {
  await open()
  expect((await name()).value).toBe('')
  await chooseCompany('株式会社あおば食品')
  await waitFor(async () => expect((await name()).value).toBe('株式会社あおば食品'))
  await chooseCompany('さくら商事株式会社')
  await waitFor(async () => expect((await name()).value).toBe('さくら商事株式会社'))
  fireEvent.change(await name(), { target: { value: 'さくら商事 関西' } })
  await chooseCompany('株式会社あおば食品')
  await waitFor(() => expect(screen.getAllByTitle('株式会社あおば食品').length).toBeGreaterThan(1))
  expect((await name()).value).toBe('さくら商事 関西')
})

test('and as the one that the address names', async () => {
  await open('?company_id=6')
  await waitFor(async () => expect((await name()).value).toBe('さくら商事株式会社'))
})
