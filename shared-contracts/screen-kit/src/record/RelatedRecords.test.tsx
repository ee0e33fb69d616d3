// @vitest-environment jsdom
import { company, companyEndpoints } from '@adsite/contract'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { companyRecord, listAnswer } from '../testing/samples.ts'
import { FakeApi, openScreen } from '../testing/screen.tsx'
import { relation, RelatedRecords } from './RelatedRecords.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('related records that could not be read are read again', async () => {
  const api = new FakeApi()
  const path = 'GET /api/company'
  const failure = { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } }
  api.on(path, () => (api.of(path).length > 1 ? listAnswer([companyRecord]) : failure))
  const companies = relation({
    resource: company,
    list: companyEndpoints.list,
    listRoute: 'company.list',
    detailRoute: 'company.detail',
    query: {},
  })
  await openScreen({ '/': <RelatedRecords relations={[companies]} /> }, '/', { api })
  expect((await screen.findByRole('alert')).textContent).toContain('サーバーでエラーが発生しました')
  fireEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect(await screen.findByText('青葉食品')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
