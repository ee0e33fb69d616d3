import { expect, test } from 'vitest'
import { guess, headOf, mapText } from './column-mapping.ts'

test('the head of a CSV file: its columns and the values of the first line', () => {
  expect(headOf('\uFEFFday,"a, ""b""",imps\r\n2026-01-01,x,"1,200"\r\n')).toEqual({
    columns: ['day', 'a, "b"', 'imps'],
    example: ['2026-01-01', 'x', '1,200'],
  })
  for (const none of ['{"day":"2026-01-01"}\n', '\u001F\uFFFD', '']) expect(headOf(none)).toBeNull()
})

test('columns are known by the name of the field or by its label, each once', () => {
  const mapping = guess(['day', '表示回数', 'Impressions', 'cost', 'gross'])
  expect(mapping).toEqual({ day: 'day', 表示回数: 'imps', Impressions: null, cost: null, gross: 'gross' })
  expect(mapText(mapping, 'YYYY/MM/DD')).toBe('day=day,imps=表示回数,gross=gross,date_format=YYYY/MM/DD')
  expect(mapText({}, ' ')).toBe('')
})
