// @vitest-environment jsdom
import { configureClient } from '@adsite/api-client'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { page } from '../testing/page-setup.ts'
import { healAfterOutage, isOutage } from './heal-after-outage.ts'

const down = { status: 503, body: { code: 'unavailable', message: 'ただいま混み合っています' } }
const asked = () => page.called('/api/account/me').length

test('a page that the API did not answer shows its data when it is back, without a click', async () => {
  const path = '/api/information/view_only'
  configureClient({ onTrouble: ({ status }) => isOutage(status) && healAfterOutage() })
  page.server.instead.set(path, down)
  await page.open('/information', { using: 30 })
  await screen.findByText('ただいま混み合っています', undefined)
  page.server.instead.delete(path)
  await expect.poll(() => screen.queryByText('ただいま混み合っています')).toBeNull()
  expect(asked()).toBeGreaterThan(0)
})

test('faults of single calls are no outage', () => {
  expect([0, 502, 503, 504].map(isOutage)).toEqual([true, true, true, true])
  expect([200, 401, 404, 422, 500].map(isOutage)).toEqual([false, false, false, false, false])
})
