import { expect, test } from 'vitest'
import { faultOf, fitted, guess, headOf, mapText, missingFields, saysAdvertiser } from './column-mapping.ts'

test('the head of a CSV file: its columns and the values of the first line', () => {
  expect(headOf('\uFEFFday,"a, ""b""",imps\r\n2026-01-01,x,"1,200"\r\n')).toEqual({
    columns: ['day', 'a, "b"', 'imps'],
    example: ['2026-01-01', 'x', '1,200'],
  })
  for (const none of ['{"day":"2026-01-01"}\n', '\u001F\uFFFD', '']) expect(headOf(none)).toBeNull()
})

test('what keeps columns apart is told of text alone', () => {
  expect(['\uFEFFday;imps\n1;2', 'day,imps\r1,2\r', 'day\timps'].map(faultOf)).toEqual(['semicolons', 'line_ends', 'tabs'])
  expect(['day,imps\r\n', '{"a;b":1}\n', '\u001F;', '\uFFFD;', ''].map(faultOf)).toEqual([null, null, null, null, null])
})

test('empty columns, also the first one, move no other', () => {
  expect(headOf(',day,,imps,\n,2026-01-01,,5,\n')).toEqual({
    columns: ['', 'day', '', 'imps', ''],
    example: ['', '2026-01-01', '', '5', ''],
  })
})

test('columns are known by the name of the field or by its label, each once', () => {
  const mapping = guess(['day', '表示回数', 'Impressions', 'cost', 'gross'])
  expect(mapping).toEqual({ day: 'day', 表示回数: 'imps', Impressions: null, cost: null, gross: 'gross' })
  const written = null
  expect(mapText({ columns: mapping, dateFormat: 'YYYY/MM/DD', written })).toBe('day=day,imps=表示回数,gross=gross,date_format=YYYY/MM/DD')
  expect(mapText({ columns: {}, dateFormat: ' ', written })).toBe('')
})

test('a saved mapping is shown by the table where it can be, and not used where columns are missing', () => {
  const head = headOf('tag,views,preis,extra\n1.1.2026,1,1,x\n')
  const saved = 'day=tag,imps=views,gross=preis,date_format=D.M.YYYY'
  const columns = { tag: 'day', views: 'imps', preis: 'gross', extra: null }
  expect(fitted(saved, head)).toEqual({ columns, dateFormat: 'D.M.YYYY', written: null })
  expect(mapText(fitted(saved, head)!)).toBe(saved)
  expect(fitted(saved, headOf('tag,views\n'))).toBeNull()
  for (const text of ['day=2026 {tag},imps=views,gross=preis', 'campaign=extra,ad=extra,day=tag']) {
    expect(mapText(fitted(text, head)!)).toBe(text)
    expect(fitted(text, head)!.written).toBe(text)
    expect(fitted(text, null)!.written).toBe(text)
  }
  expect(fitted('day=2026 {month},imps=views', head)).toBeNull()
})

test('a mapping says the advertiser, as a table or as text', () => {
  const head = headOf('client,day\n')
  expect(saysAdvertiser(fitted('advertiser=client,day=day', head)!)).toBe(true)
  expect(saysAdvertiser(fitted('day=day, advertiser_id=client', null)!)).toBe(true)
  expect(saysAdvertiser(fitted('day=day,campaign=advertiser', null)!)).toBe(false)
})

test('required fields are missing from a table alone; of what is written by hand the server tells', () => {
  const head = headOf('client,day\n')
  expect(missingFields(fitted('day=day', head)!)).toEqual(['campaign', 'imps', 'gross'])
  expect(missingFields(fitted('day=2026 {day}', head)!)).toEqual([])
})
