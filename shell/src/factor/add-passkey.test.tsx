// @vitest-environment jsdom
import { startI18n } from '@adsite/i18n'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AddPasskey } from './AddPasskey.tsx'
import * as passkeys from './passkeys.ts'

vi.mock('./passkeys.ts', { spy: true })

afterEach(cleanup)

test('the device makes no passkey for a name that nobody sees', async () => {
  startI18n('ja')
  render(<AddPasskey onAdded={() => undefined} />)
  const name = screen.getByRole('textbox', { name: 'パスキーの名前' })
  fireEvent.change(name, { target: { value: ' \u200b\u3164' } })
  fireEvent.click(screen.getByRole('button', { name: '登録する' }))
  expect(await screen.findByText('必須項目です。')).toBeTruthy()
  expect(passkeys.newPasskey).not.toHaveBeenCalled()
})
