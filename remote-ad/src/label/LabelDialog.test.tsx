// @vitest-environment jsdom
import { campaignEndpoints } from '@adsite/contract'
import { FakeApi, openScreen } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import LabelDialog from './LabelDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const create = 'POST /api/label'

test('the Enter that confirms a conversion creates no label, in Safari either; the next one does', async () => {
  const api = new FakeApi()
  api.on('GET /api/label', { status: 200, body: { data: [], page: { next: null, total: 0, total_capped: false } } })
  api.on(create, { status: 201, body: { data: { id: 1 } } })
  const dialog = <LabelDialog endpoint={campaignEndpoints.labels} target={{ ids: [5] }} records={null} onClose={() => undefined} />
  await openScreen({ '/ad/campaign': dialog }, '/ad/campaign', { api, routes: { 'label.list': '/ad/label' } })
  const input = await screen.findByRole('textbox', { name: '新しいラベル名' })
  const button = screen.getByRole('button', { name: '作成する' })
  fireEvent.change(input, { target: { value: ' \u200b\u3164' } })
  expect(button).toHaveProperty('disabled', true)
  fireEvent.change(input, { target: { value: '夏の特集' } })
  const enter = (more: object = {}) => {
    fireEvent.keyDown(input, { key: 'Enter', ...more })
    fireEvent.keyUp(input, { key: 'Enter' })
  }
  enter({ isComposing: true })
  // Safari ends the composition before it reports the key.
  enter({ keyCode: 229 })
  expect(api.of(create)).toEqual([])
  enter()
  await waitFor(() => expect(api.of(create).map(({ body }) => body?.['name'])).toEqual(['夏の特集']))
  await waitFor(() => expect(input).toHaveProperty('value', ''))
  fireEvent.change(input, { target: { value: '冬の特集' } })
  button.focus()
  fireEvent.click(button)
  expect(button).toHaveProperty('disabled', false)
  // Without a name, the button can no longer be pressed: the next name can be typed.
  await waitFor(() => expect(document.activeElement).toBe(input))
})

test('a label whose answer is lost is created once when it is sent again', async () => {
  const api = new FakeApi()
  api.on('GET /api/label', { status: 200, body: { data: [], page: { next: null, total: 0, total_capped: false } } })
  api.on(create, { status: 502 })
  const dialog = <LabelDialog endpoint={campaignEndpoints.labels} target={{ ids: [5] }} records={null} onClose={() => undefined} />
  await openScreen({ '/ad/campaign': dialog }, '/ad/campaign', { api, routes: { 'label.list': '/ad/label' } })
  fireEvent.change(await screen.findByRole('textbox', { name: '新しいラベル名' }), { target: { value: '夏の特集' } })
  const button = screen.getByRole('button', { name: '作成する' })
  for (const sent of [1, 2]) {
    fireEvent.click(button)
    await waitFor(() => expect(api.of(create)).toHaveLength(sent))
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
  }
  const [first, second] = api.of(create).map(({ headers }) => headers.get('Idempotency-Key'))
  expect(first).toMatch(/^\w{32}$/u)
  expect(second).toBe(first)
})
