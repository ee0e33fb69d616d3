// @vitest-environment jsdom
import { webhookTopics } from '@adsite/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { address, message, page } from '../testing/page-setup.ts'

const webhook = {
  id: 7,
  name: '会計連携',
  url: 'https://hooks.example/a',
  topics: webhookTopics.keys.slice(0, 1),
  active: true,
  off_reason: null,
  former_until: null,
  created_by: '山田',
  created_at: '2026-11-30T00:00:00.000Z',
}
const delivery = {
  id: 31,
  type: 'order.approved',
  body: '{}',
  status: 'FAILED',
  attempts: 3,
  due_at: null,
  last_at: null,
  last_status: 500,
  last_fault: null,
  created_at: '2026-11-30T03:00:00.000Z',
}
const list = (...data: object[]) => page.server.instead.set('/api/webhook', { status: 200, body: { data } })
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  page.server.instead.set('/api/webhook/7/delivery', { status: 200, body: { data: [delivery] } })
  page.server.instead.set('/api/webhook/7', { status: 204 })
})

async function open(at = '/integrations', using = 10): Promise<HTMLElement> {
  await page.open(at, { using })
  return screen.findByRole('region', { name: 'Webhook' })
}

test('one that is on can be turned off and tested; one that went off says why, is turned on again, and sends nothing until then', async () => {
  list(webhook)
  const panel = await open('/integrations?log=7')
  await within(panel).findByRole('button', { name: '停止する：会計連携' })
  const replay = await within(panel).findByRole('button', { name: /order\.approved.*を再送/u })
  expect([replay, button('テスト送信：会計連携')].map((each) => each.hasAttribute('disabled'))).toEqual([false, false])
  list({ ...webhook, active: false, off_reason: 'failing' })
  fireEvent.click(button('停止する：会計連携'))
  await within(panel).findByText('停止中（送信の失敗が続いたため）')
  expect(page.called('/api/webhook/7')).toMatchObject([{ method: 'PATCH', body: { active: false } }])
  expect(
    [button('テスト送信：会計連携'), button('order.approved（2026/11/30 12:00）を再送')].map((each) => each.hasAttribute('disabled')),
  ).toEqual([true, true])
  list(webhook)
  fireEvent.click(button('再開する：会計連携'))
  await within(panel).findByText('稼働中')
  expect(page.called('/api/webhook/7').at(-1)).toMatchObject({ method: 'PATCH', body: { active: true } })
})

test('the log that is open stands in the address; a message of it is sent again', async () => {
  list(webhook)
  page.server.instead.set('/api/webhook/7/delivery/31/replay', { status: 204 })
  await open()
  fireEvent.click(await screen.findByRole('button', { name: '送信履歴を表示：会計連携' }))
  const log = within(await screen.findByRole('region', { name: '「会計連携」の送信履歴' }))
  expect(address()).toBe('/integrations?log=7')
  expect(log.getByRole('row', { name: /失敗（応答 500）/u })).toBeTruthy()
  fireEvent.click(log.getByRole('button', { name: 'order.approved（2026/11/30 12:00）を再送' }))
  await waitFor(() => expect(message()).toContain('再送を受け付けました'))
  fireEvent.click(button('送信履歴を閉じる：会計連携'))
  await waitFor(() => expect(address()).toBe('/integrations'))
  expect(screen.queryByRole('region', { name: '「会計連携」の送信履歴' })).toBeNull()
})

test.each([
  [10, ['delivery_file', 'release']],
  [20, ['status', 'order', 'delivery_file', 'release']],
  [30, ['campaign']],
])('the account %i may choose what it is told of, and not %j', async (using, never) => {
  list({ ...webhook, topics: webhookTopics.keys })
  const panel = within(await open('/integrations', using))
  fireEvent.click(await panel.findByRole('button', { name: '編集する：会計連携' }))
  const offered = webhookTopics.items.filter(({ key }) => !never.includes(key))
  const boxes = within(panel.getByRole('group')).getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ labels }) => labels![0]!.textContent)).toEqual(offered.map(({ label }) => label.ja))
  expect(boxes.every(({ checked }) => checked)).toBe(true)
  fireEvent.click(panel.getByRole('button', { name: '保存する' }))
  await waitFor(() =>
    expect(page.called('/api/webhook/7')).toMatchObject([{ method: 'PATCH', body: { topics: offered.map(({ key }) => key) } }]),
  )
})
