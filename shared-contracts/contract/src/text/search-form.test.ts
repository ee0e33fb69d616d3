import { expect, test } from 'vitest'
import { searchForm, searchWords } from './search-form.ts'

test.each([
  ['はこね', 'ﾊｺﾈ'],
  ['サーバー', 'サーバ'],
  ['コ−ヒ―', 'コーヒー'],
  ['ＡＢＣ', 'abc'],
  ['03-1234-5678', '0312345678'],
  ['０３−１２３４−５６７８', '0312345678'],
  ['さくら　乳業', 'サクラ乳業'],
  ['ジョン・スミス', 'じょんすみす'],
])('%s and %s are the same', (a, b) => {
  expect(searchForm(a)).toBe(searchForm(b))
})

test('words are what spaces part, each once', () => {
  expect(searchWords(' 温泉　新商品 温泉\t')).toEqual(['温泉', '新商品'])
  expect(searchWords(' ー - 　')).toEqual([])
})
