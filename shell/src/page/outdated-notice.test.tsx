// @vitest-environment jsdom
import { configureClient } from '@adsite/api-client'
import { screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { expect, test } from 'vitest'
import { page } from '../testing/page-setup.ts'
import { pageOutdatedAtom } from './page-outdated.ts'

test('a page that the API no longer serves asks to be reloaded, and does not reload by itself', async () => {
  configureClient({ onPageOutdated: () => getDefaultStore().set(pageOutdatedAtom, true) })
  page.server.instead.set('/api/information/view_only', {
    status: 409,
    body: { code: 'page_outdated', message: 'サイトが更新されています' },
  })
  await page.open('/information', { using: 30 })
  expect(await screen.findByRole('button', { name: '読み込み直す' })).toBeTruthy()
  expect(screen.getByText(/この画面では操作を続けられません/u)).toBeTruthy()
  getDefaultStore().set(pageOutdatedAtom, false)
})
