import { ApiError } from '@adsite/api-client'
import { startI18n } from '@adsite/i18n'
import { expect, test } from 'vitest'
import { errorMessage } from './error-message.ts'

test('users read what the API or the code of the site says, and of the browser’s errors that something failed', () => {
  startI18n('en')
  const failed = 'This could not be completed. Check your connection and try again.'
  expect(errorMessage(new Error('The site says so.'))).toBe('The site says so.')
  expect(errorMessage(new ApiError('conflict', 409, { message: 'The API says so.' }))).toBe('The API says so.')
  expect(errorMessage(new TypeError('x is not a function'))).toBe(failed)
  startI18n('ja')
  expect(errorMessage(new DOMException('cancelled', 'NotAllowedError'))).toBe(
    '処理を完了できませんでした。通信状況を確認してもう一度お試しください。',
  )
})
