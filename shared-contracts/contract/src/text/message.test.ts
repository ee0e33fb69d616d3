import { expect, test } from 'vitest'
import { message } from './message.ts'
import { formatText, locales } from './text.ts'
import { validationText } from './validation.ts'

test('numbers in messages are written as quantities, and what is given as text is left', () => {
  expect(validationText(message('lines_many', 5000), 'ja')).toBe('一度に取り込めるのは5,000行までです。ファイルを分けてください。')
  expect(validationText(message('rows_many', 10_000), 'en')).toBe('At most 10,000 records at once. Narrow the selection.')
  expect(validationText(message('line_long', 2345, 1_000_000), 'en')).toContain('Line 2,345 is longer than 1,000,000 characters.')
  for (const locale of locales) expect(validationText(message('day_years', '2000', '2099'), locale)).toMatch(/2000.*2099/u)
})

test('so are those in texts of the server', () => {
  expect(formatText('{{rows}}行、取込ファイル {{file}}', { rows: 12_345, file: '12345' })).toBe('12,345行、取込ファイル 12345')
  expect(formatText('{{rows}}行')).toBe('{{rows}}行')
})
