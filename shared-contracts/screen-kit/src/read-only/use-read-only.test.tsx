// @vitest-environment jsdom
import { campaign, campaignEndpoints, company, companyEndpoints } from '@adsite/contract'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FileLink } from './FileLink.tsx'
import { WriteButton } from './WriteButton.tsx'
import { ResourceCreate } from '../form/ResourceCreate.tsx'
import { ResourceList } from '../list/ResourceList.tsx'
import { ResourceDetail } from '../record/ResourceDetail.tsx'
import { campaignRecord, companyRecord } from '../testing/samples.ts'
import { FakeApi, openScreen } from '../testing/screen.tsx'
import { FileDrop } from '../upload/FileDrop.tsx'

const pressed = vi.fn<() => void>()
const screens = {
  '/detail/:id': <ResourceDetail resource={company} endpoints={companyEndpoints} listRoute="company.list" />,
  '/create': <ResourceCreate resource={company} endpoints={companyEndpoints} detailRoute="company.detail" listRoute="company.list" />,
  '/list': (
    <ResourceList
      resource={campaign}
      endpoints={campaignEndpoints}
      detailRoute="campaign.detail"
      createRoute={null}
      emptyHint={{ ja: '空', en: 'none' }}
    />
  ),
  '/parts': (
    <>
      <WriteButton onClick={pressed}>保存する</WriteButton>
      <FileLink href="/file" download="file.csv">
        file.csv
      </FileLink>
      <FileDrop accept={['.csv']} hint="CSV" onFiles={pressed} />
    </>
  ),
}

let api: FakeApi
beforeEach(() => {
  pressed.mockClear()
  api = new FakeApi()
  api.on('GET /api/company/7', { status: 200, body: { data: companyRecord } })
  api.on('GET /api/company/7/history', { status: 200, body: { data: [], page: { next: null } } })
  api.on('GET /api/campaign', {
    status: 200,
    body: { data: [campaignRecord], page: { next: null, previous: null, total: 1, capped: false } },
  })
  api.on('GET /api/saved-view', { status: 200, body: { data: [] } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (at: string, viewing = true) => openScreen(screens, at, { api, viewing })
const why = '山田さんとして閲覧しているため、操作できません'

/** What a screen reader says about a button. */
function described(button: HTMLElement): string | undefined {
  const id = button.getAttribute('aria-describedby')
  return id === null ? undefined : document.getElementById(id)?.textContent
}

test('a button that writes, a file and a drop zone work, and are unavailable while somebody else is viewed', async () => {
  await open('/parts', false)
  fireEvent.click(await screen.findByRole('button', { name: '保存する' }))
  expect(pressed).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('link', { name: 'file.csv' }).getAttribute('href')).toBe('/file')
  cleanup()
  await open('/parts')
  const button = await screen.findByRole('button', { name: '保存する' })
  expect([button.getAttribute('aria-disabled'), described(button)]).toEqual(['true', why])
  fireEvent.focus(button)
  expect((await screen.findByRole('tooltip')).textContent).toBe(why)
  // Read once, also while the tooltip shows it.
  expect(described(button)).toBe(why)
  fireEvent.click(button)
  expect(pressed).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('link', { name: /file\.csv/u })).toBeNull()
  expect(screen.getByText(/ダウンロードできません/u)).toBeTruthy()
  expect(document.querySelector('input[type=file]')!.matches(':disabled')).toBe(true)
})

test('a record: editing, deleting and its actions say why they are unavailable, also by address', async () => {
  await open('/detail/7?edit=1')
  const edit = await screen.findByRole('button', { name: '編集' })
  const writes = [edit, screen.getByRole('button', { name: '削除' })]
  for (const button of writes) expect([button.getAttribute('aria-disabled'), described(button)]).toEqual(['true', why])
  fireEvent.click(screen.getByRole('button', { name: 'その他の操作' }))
  const blocked = await screen.findByRole('button', { name: '利用を停止' }).catch(() => null)
  const actions = blocked ? [blocked] : screen.getAllByRole('button').filter((each) => described(each) === why)
  expect(actions.length).toBeGreaterThan(0)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a form can be looked at, and not be sent', async () => {
  await open('/create')
  const send = await screen.findByRole('button', { name: '登録する' })
  expect([send.getAttribute('aria-disabled'), described(send)]).toEqual(['true', why])
  fireEvent.submit(send.closest('form')!)
  expect(api.sent.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('cells of a list are not edited', async () => {
  await open('/list', false)
  await screen.findByText(String(campaignRecord.name))
  expect(document.querySelectorAll('td[aria-readonly=false], td[data-editable=true], td button').length).toBeGreaterThan(0)
  cleanup()
  await open('/list')
  await screen.findByText(String(campaignRecord.name))
  expect(document.querySelectorAll('td[aria-readonly=false], td[data-editable=true], td button')).toHaveLength(0)
})
