// @vitest-environment jsdom
import { campaign, campaignEndpoints } from '@adsite/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { campaignRecord, listAnswer } from '../../testing/samples.ts'
import { FakeApi, openScreen } from '../../testing/screen.tsx'
import { ResourceList } from '../ResourceList.tsx'
import { SectionList } from '../SectionList.tsx'

const { totals: _, ...endpoints } = campaignEndpoints
const shared = { resource: campaign, endpoints, detailRoute: 'campaign.detail' } as const
const screens = {
  '/list': <ResourceList {...shared} createRoute={null} emptyHint={{ ja: '—', en: '—' }} />,
  '/section': <SectionList {...shared} prefix="ad." fixed={{}} emptyHint="—" />,
}

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/campaign', ({ query }) =>
    query.has('after') ? listAnswer([{ ...campaignRecord, id: 9, name: '次のページ' }]) : listAnswer([campaignRecord], { next: 'z' }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the list, changes a cell, and does something that the list asks about; the answer is to stay. */
async function stay(path: string, leave: () => Promise<void> | void): Promise<Awaited<ReturnType<typeof openScreen>>> {
  const opened = await openScreen(screens, path, { api })
  await screen.findByRole('link', { name: campaignRecord.name })
  fireEvent.click(screen.getByRole('button', { name: /通期予算を編集$/u }))
  fireEvent.change(screen.getByRole('textbox', { name: '通期予算' }), { target: { value: '1000000' } })
  fireEvent.keyDown(screen.getByRole('textbox', { name: '通期予算' }), { key: 'Enter' })
  await screen.findByRole('region', { name: '一覧での編集' })
  await leave()
  fireEvent.click(await screen.findByRole('button', { name: '編集を続ける' }))
  return opened
}
const turn = () => void fireEvent.click(screen.getByRole('button', { name: '次へ' }))
const discard = () => fireEvent.click(screen.getByRole('button', { name: '変更を破棄' }))

test.for(['/list', '/section'])('%s: who stayed can turn the page later', async (path) => {
  await stay(path, turn)
  discard()
  turn()
  expect(await screen.findByRole('link', { name: '次のページ' })).toBeTruthy()
})

test('who discards what was changed goes on from the rows with the keyboard', async () => {
  await stay('/list', turn)
  screen.getByRole('button', { name: '変更を破棄' }).focus()
  discard()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('table')))
})

test('columns that were chosen before one stayed are neither shown as chosen nor shown later', async () => {
  const panel = async () => within(await screen.findByRole('region', { name: '表示項目' }))
  const box = async (name: string) => (await panel()).findByRole<HTMLInputElement>('checkbox', { name })
  const { router } = await stay('/list', async () => {
    fireEvent.click(screen.getByRole('button', { name: '表示項目' }))
    fireEvent.click(await box('ID'))
  })
  await waitFor(async () => expect((await box('ID')).checked).toBe(false))
  discard()
  fireEvent.click(await box('更新日時'))
  await waitFor(() => expect(router.state.location.search).toContain('updated_at'))
  expect(new URLSearchParams(router.state.location.search).get('columns')?.split(',')).not.toContain('id')
  expect((await box('更新日時')).checked).toBe(true)
})
