// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { message, page } from '../testing/page-setup.ts'

const path = '/api/user/me/notices'
const settings = (site: boolean, mail = true) =>
  page.server.instead.set(path, {
    status: 200,
    body: {
      data: [
        { topic: 'order', site, mail },
        { topic: 'message', site: true, mail },
        { topic: 'of_a_later_version', site, mail },
      ],
    },
  })

test('a topic is chosen by channel and saved at once; what concerns the site is read anew, and what is always told cannot be turned off', async () => {
  page.server.instead.set('/api/session', { status: 200, body: { data: [] } })
  page.server.instead.set(`PATCH ${path}`, { status: 204 })
  settings(true)
  await page.open('/account', { using: 10 })
  const panel = within(await screen.findByRole('region', { name: '通知の受け取り方' }))
  const box = (name: string) => panel.getByRole<HTMLInputElement>('checkbox', { name })
  await panel.findByRole('checkbox', { name: '申込と変更申請 サイト' })
  expect(panel.getAllByRole('rowheader')).toHaveLength(3)
  expect(box('運営からのメッセージ サイト（常に受け取ります）').disabled).toBe(true)
  const before = page.called('/api/notification').length
  settings(true, false)
  fireEvent.click(box('申込と変更申請 メール'))
  await waitFor(() => expect(message()).toContain('通知の受け取り方を変更しました'))
  expect(page.called('/api/notification')).toHaveLength(before)
  await waitFor(() => expect(box('申込と変更申請 メール').checked).toBe(false))
  settings(false, false)
  fireEvent.click(box('申込と変更申請 サイト'))
  await waitFor(() => expect(page.called('/api/notification').length).toBe(before + 1))
  await waitFor(() => expect(box('申込と変更申請 サイト').checked).toBe(false))
  expect(page.called(path).flatMap(({ body }) => body ?? [])).toEqual([
    { topic: 'order', channel: 'mail', on: false },
    { topic: 'order', channel: 'site', on: false },
  ])
})
