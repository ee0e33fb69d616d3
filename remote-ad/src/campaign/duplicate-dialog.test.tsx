// @vitest-environment jsdom
import type { campaign, ResourceRecord } from '@adsite/contract'
import { buttonNamed, FakeApi, openScreen, stamps } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import DuplicateDialog from './DuplicateDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const period = { start_at: '2031-01-09T15:00:00.000Z', end_at: '2031-01-30T15:00:00.000Z' }
const record = { ...stamps, ...period, id: 5, name: '冬', ad_count: 2 } as Partial<ResourceRecord<typeof campaign>> as ResourceRecord<
  typeof campaign
>
const message = '商品が選択されていません。商品を選択してください。'
const lacking = (...names: string[]) => names.map((name, index) => ({ error: 'product_required', ad: { id: 31 + index, name }, message }))
const small = { error: 'quantity_min', ad: { id: 50, name: '春の広告' }, message: '購入数は1,000以上で入力してください。' }

test.for([
  [[], [{ type: 'success', messages: ['キャンペーンを複製しました'] }]],
  [
    [...lacking('冬の広告'), small],
    [{ type: 'warn', messages: [expect.stringContaining('申し込む前に'), `${message}（冬の広告）`, `${small.message}（春の広告）`] }],
  ],
  [lacking('A', 'B', 'C', 'D', 'E'), [{ type: 'warn', messages: [expect.anything(), `${message}（A、B、Cほか2件）`] }]],
] as const)('the copy is opened, and what its ads lack is told: %j', async ([errors, told]) => {
  const api = new FakeApi()
  api.on('POST /api/campaign/5/duplicate', { status: 201, body: { data: { id: 6, errors } } })
  const screens = { '/': <DuplicateDialog record={record} onClose={() => {}} />, '/ad/campaign/:id': <p>複製</p> }
  const { alerts } = await openScreen(screens, '/', { api })
  fireEvent.click(await screen.findByRole('button', { name: buttonNamed('複製する') }))
  expect(await screen.findByText('複製')).toBeTruthy()
  await waitFor(() => expect(alerts).toEqual(told))
  expect(api.of('POST /api/campaign/5/duplicate')).toMatchObject([{ body: { name: '冬 のコピー', start_at: period.end_at } }])
})
