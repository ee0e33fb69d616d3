// @vitest-environment jsdom
import { ApiError } from '@adsite/api-client'
import { startI18n } from '@adsite/i18n'
import { act, cleanup, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeServer, sampleSession } from '../testing/fake-server.ts'
import { alertAtom, clearAlert } from './alert-state.ts'
import { Loader } from './Loader.tsx'
import { runAction } from './run-action.ts'

const alert = () => getDefaultStore().get(alertAtom)

beforeEach(() => {
  startI18n('ja')
  clearAlert()
})
afterEach(() => {
  cleanup()
  clearAlert()
})

test('gives what the action answered, and says nothing', async () => {
  expect(await runAction(() => Promise.resolve(7))).toEqual({ done: true, value: 7 })
  expect(alert()).toBeNull()
})

/** In place of what the browser says to developers. */
const unsaid = '処理を完了できませんでした。通信状況を確認してもう一度お試しください。'

test.each([
  ['the server’s message', new ApiError('validation_failed', 422, { message: '入力内容を確認してください' }), '入力内容を確認してください'],
  ['anything else', new Error('role not found.'), 'role not found.'],
  ['what is no error', 'text', 'text'],
  ['code that did not arrive', Object.assign(new Error('Loading chunk 140 failed.'), { name: 'ChunkLoadError' }), unsaid],
])('an error becomes an error message that closes by itself: %s', async (_, thrown, message) => {
  const outcome = await runAction(() => Promise.reject(thrown as Error))
  expect(outcome).toMatchObject({ done: false, error: expect.any(Error) })
  expect(alert()).toEqual({ type: 'error', messages: [message], autoClose: true, position: 'centre' })
})

test('what is wrong with fields is said along, once and in short, unless the caller shows it', async () => {
  const errors = {
    valid_from: ['期間が重なっています。'],
    valid_to: ['期間が重なっています。'],
    reason: ['必須項目です。'],
    name: ['すでに登録されています。', '長すぎます。', '使えない文字があります。'],
  }
  const refused = () => Promise.reject(new ApiError('validation_failed', 422, { message: '入力内容を確認してください', errors }))
  await runAction(refused)
  expect(alert()?.messages).toEqual(['入力内容を確認してください', '期間が重なっています。', '必須項目です。', 'すでに登録されています。'])
  await runAction(refused, ['reason', 'name'])
  expect(alert()?.messages).toEqual(['入力内容を確認してください', '期間が重なっています。'])
})

test('what waits for a second person is no failure', async () => {
  await runAction(() => Promise.reject(new ApiError('second_person', 409, { message: '承認待ちです' })))
  expect(alert()).toMatchObject({ type: 'info', messages: ['承認待ちです'] })
})

test('an action that throws at once is wrapped too', async () => {
  const outcome = await runAction(() => {
    throw new Error('at once')
  })
  expect(outcome.done).toBe(false)
  expect(alert()?.messages).toEqual(['at once'])
})

test('a session that has ended leaves the word to the login, one that has not does not', async () => {
  const server = new FakeServer()
  server.start()
  const refused = () => Promise.reject(new ApiError('unauthenticated', 401, { message: '認証に失敗しました' }))
  server.session = sampleSession(10)
  await runAction(refused)
  expect(alert()?.messages).toEqual(['認証に失敗しました'])
  clearAlert()
  server.session = null
  await runAction(refused)
  expect(alert()).toBeNull()
  vi.unstubAllGlobals()
})

test('the loader shows until the last of several actions has ended', async () => {
  render(<Loader />)
  const loader = () => screen.queryByRole('progressbar', { name: '読み込み中' })
  let endFirst = () => {}
  let failSecond: (error: Error) => void = () => {}
  let both: Promise<unknown> = Promise.resolve()
  act(() => {
    both = Promise.all([
      runAction(() => new Promise<void>((resolve) => (endFirst = resolve))),
      runAction(() => new Promise<void>((_, reject) => (failSecond = reject))),
    ])
  })
  expect(loader()).not.toBeNull()
  await act(async () => endFirst())
  expect(loader()).not.toBeNull()
  await act(async () => {
    failSecond(new Error('late'))
    await both
  })
  expect(loader()).toBeNull()
})
