// @vitest-environment jsdom
import { company, companyEndpoints, companyStates, type AnyResource } from '@adsite/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ResourceDetail } from '../record/ResourceDetail.tsx'
import { companyRecord } from '../testing/samples.ts'
import { FakeApi, openScreen } from '../testing/screen.tsx'

const message = 'この変更にはほかの担当者の承認が必要です。承認待ちの変更として受け付けました'
const waits = { status: 409, body: { code: 'second_person', message } }
const asking: AnyResource = {
  ...company,
  states: {
    ...companyStates,
    actions: { block: { ...companyStates.actions.block, reason: { label: { ja: '停止の理由', en: 'Why' }, maxLength: 20 } } },
  },
}
const screens = { '/op/company/:id': <ResourceDetail resource={asking} endpoints={companyEndpoints} listRoute="company.list" /> }

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/company/7', { status: 200, body: { data: companyRecord } })
  api.on('GET /api/company/7/history', { status: 200, body: { data: [], page: { next: null } } })
  api.on('GET /api/change-request', { status: 200, body: { data: [] } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const press = (name: RegExp, inside?: HTMLElement) => {
  const { getByRole } = inside ? within(inside) : screen
  fireEvent.click(getByRole('button', { name }))
}

describe('what waits for a second person is settled for whoever asked, and the page shows that it waits', () => {
  test('an action: its dialog closes', async () => {
    api.on('POST /api/company/7/block', waits)
    await openScreen(screens, '/op/company/7', { api })
    await screen.findByRole('heading', { level: 1, name: /青葉食品/u })
    press(/停止/u)
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '延滞' } })
    press(/停止/u, dialog)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.of('POST /api/company/7/block')).toHaveLength(1)
    expect(api.of('GET /api/company/7').length).toBeGreaterThan(1)
  })

  test('a form: it closes without an error and without a draft', async () => {
    api.on('PATCH /api/company/7', waits)
    const { alerts } = await openScreen(screens, '/op/company/7?edit=1', { api })
    const input = await screen.findByRole('textbox', { name: /^企業名 ?必須/u })
    fireEvent.change(input, { target: { value: '青葉フーズ' } })
    press(/保存/u)
    expect(await screen.findByRole('heading', { level: 1, name: /青葉食品/u })).toBeTruthy()
    await waitFor(() => expect(alerts).toEqual([{ type: 'info', messages: [message] }]))
    expect(JSON.stringify({ ...localStorage })).not.toContain('青葉フーズ')
  })
})
