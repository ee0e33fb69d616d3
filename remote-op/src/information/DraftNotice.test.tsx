// @vitest-environment jsdom
import { useApiQuery } from '@adsite/api-client'
import { informationEndpoints } from '@adsite/contract'
import { buttonNamed, FakeApi, openScreen, stamps } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DraftNotice } from './DraftNotice.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Announcement(): ReactNode {
  const { data } = useApiQuery(informationEndpoints.get, { params: { id: 3 } })
  return data?.data.is_draft ? <DraftNotice record={data.data} /> : data ? <p>掲載中</p> : null
}

test('a draft that somebody else has published meanwhile is shown as published', async () => {
  const api = new FakeApi()
  let isDraft = true
  api.on('GET /api/information/3', () => ({
    status: 200,
    body: { data: { id: 3, title: '年末のお知らせ', ...stamps, is_draft: isDraft } },
  }))
  api.on('PATCH /api/information/3', () => {
    isDraft = false
    return { status: 409, body: { code: 'conflict', message: '他の人が先に更新しました' } }
  })
  const { alerts } = await openScreen({ '/op/information/3': <Announcement /> }, '/op/information/3', { api })
  fireEvent.click(await screen.findByRole('button', { name: buttonNamed('掲載する') }))
  expect(await screen.findByText('掲載中')).toBeTruthy()
  await waitFor(() => expect(alerts).toEqual([{ type: 'error', messages: ['他の人が先に更新しました'] }]))
  expect(api.of('PATCH /api/information/3')).toMatchObject([{ body: { version: stamps.version, is_draft: false } }])
})
