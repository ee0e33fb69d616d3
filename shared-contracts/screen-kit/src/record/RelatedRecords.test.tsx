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

test('the button to create one comes after the names, so that it can stand below them', async () => {
  const api = new FakeApi()
  api.on('GET /api/company', listAnswer([companyRecord]))
  const companies = relation({
    resource: company,
    list: companyEndpoints.list,
    listRoute: 'company.list',
    detailRoute: 'company.detail',
    createRoute: 'company.create',
    query: {},
  })
  const routes = { 'company.list': '/op/company', 'company.detail': '/op/company/:id', 'company.create': '/op/company/create' }
  await openScreen({ '/': <RelatedRecords relations={[companies]} /> }, '/', { api, routes })
  await screen.findByText('青葉食品')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([`/op/company/${companyRecord.id}`, expect.stringContaining('/op/company/create')])
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
