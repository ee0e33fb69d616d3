// @vitest-environment jsdom
import { startI18n } from '@adsite/i18n'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as passkeys from '../factor/passkeys.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'

vi.mock('../factor/passkeys.ts', { spy: true })

const refused = { code: 'validation_failed', message: 'このパスキーは登録されていません。' }
const unsaid = '処理を完了できませんでした。通信状況を確認してもう一度お試しください。'
const passkey: Awaited<ReturnType<typeof passkeys.anyPasskey>> = {
  id: 'a',
  rawId: 'a',
  response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
  clientExtensionResults: {},
  type: 'public-key',
}

beforeEach(() => {
  vi.useFakeTimers()
  startI18n('ja')
  document.cookie = 'XSRF-TOKEN=token; path=/'
  vi.stubGlobal('fetch', async () => Response.json(refused, { status: 422 }))
  vi.mocked(passkeys.passkeysWork).mockReturnValue(true)
  vi.mocked(passkeys.stopSuggesting).mockResolvedValue()
  vi.mocked(passkeys.suggestedPasskey).mockResolvedValue(null)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens the part and waits until passkeys have been suggested. */
async function open(): Promise<void> {
  render(<PasskeySignIn onRequired={() => undefined} />)
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(passkeys.suggestedPasskey).toHaveBeenCalled()
}

test('suggestions that the browser cannot make are left out without a word', async () => {
  vi.mocked(passkeys.suggestedPasskey).mockRejectedValue(
    Object.assign(new Error('Resident credentials are not supported'), { name: 'NotSupportedError' }),
  )
  await open()
  expect(screen.getByRole('alert').textContent).toBe('')
})

test('a suggested passkey that the API refuses says why', async () => {
  vi.mocked(passkeys.suggestedPasskey).mockResolvedValue(passkey)
  await open()
  expect(screen.getByRole('alert').textContent).toBe(refused.message)
})

test('the device of a passkey that the API does not know is told to forget it, in the words of the API if it cannot', async () => {
  const forget = vi.mocked(passkeys.forgetPasskey).mockRejectedValue(new Error('This browser does not support it'))
  vi.mocked(passkeys.suggestedPasskey).mockResolvedValue(passkey)
  await open()
  expect(forget).not.toHaveBeenCalled()
  cleanup()
  const unknown = { ...refused, code: 'passkey_unknown', request_id: 'r' }
  vi.stubGlobal('fetch', async () => Response.json(unknown, { status: 422 }))
  await open()
  expect(forget.mock.calls).toEqual([[passkey.id]])
  expect(screen.getByRole('alert').textContent).toBe(refused.message)
})

test('a passkey that is chosen after the part is gone signs nobody in', async () => {
  const chosen = Promise.withResolvers<typeof passkey>()
  const sent = vi.fn<() => Promise<Response>>(async () => Response.json(refused, { status: 422 }))
  vi.stubGlobal('fetch', sent)
  vi.mocked(passkeys.suggestedPasskey).mockReturnValue(chosen.promise)
  await open()
  cleanup()
  chosen.resolve(passkey)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).not.toHaveBeenCalled()
})

test('what fails in the browser after the button is told in the words of the site', async () => {
  const lost = Object.assign(new Error('Loading chunk 140 failed.'), { name: 'ChunkLoadError' })
  vi.mocked(passkeys.anyPasskey).mockRejectedValue(lost)
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'パスキーでログイン' }))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByRole('alert').textContent).toBe(unsaid)
})
