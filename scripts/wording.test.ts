import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words that confused readers, with their replacements: one thing has one name. */
const outOfUse: Readonly<Record<string, string>> = {
  "ja: '承認'": '承認済み',
  掲載対象外: '除外',
  配信対象外: '除外',
  料率: '分配率',
  グロス: '配信金額',
  掲載可: '掲載を許可する',
  サイズを限りません: 'サイズを限定しない',
  見出しだけ: 'テンプレート（見出し行のみ）',
  対応待ちのもの: '対応待ち',
  使用をやめるビルド: '切り戻し元のビルド',
  'Enterprise type': 'Legal form',
  'Type position': 'Position of legal form',
  'Kind of reason': 'Reason category',
  'Reason code': 'Reason category',
  'Take the exclusion back': 'Undo exclusion',
  'Paid by month': 'Payable by month',
  'Principal, characters': 'Advertiser shown, characters',
  'What runs for whom': 'Which build each account is running',
}

const files = globSync('{api,shell,remote-*,shared-contracts/*}/src/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
/** Lines with text, without comments. */
const lines = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\*|\/\*)/u.test(line) && /['"`]/u.test(line))
    .map((line) => ({ file, line: line.trim() })),
)

test.each(Object.entries(outOfUse))('nobody reads “%s”: it is “%s”', (word) => {
  expect(lines.length).toBeGreaterThan(1000)
  expect(lines.filter(({ line }) => line.includes(word))).toEqual([])
})

test('no English text has Japanese in it', () => {
  const english = lines.flatMap(({ file, line }) =>
    [...line.matchAll(/\ben: (['"`])((?:\\.|(?!\1).)*)\1/gu)].map(([, , text]) => ({ file, text: text! })),
  )
  expect(english.length).toBeGreaterThan(1000)
  expect(english.filter(({ text }) => /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u.test(text))).toEqual([])
})

test('numbers of a thousand and more are grouped in texts; years are not', () => {
  const texts = lines.flatMap(({ file, line }) =>
    [...line.matchAll(/\b(?:ja|en): (['"`])((?:\\.|(?!\1).)*)\1/gu)].map(([, , text]) => ({ file, text: text! })),
  )
  expect(texts.length).toBeGreaterThan(5000)
  const long =
    /(?<![\d.#-])\d{4,} ?(?:件|行|列|文字|人|回|日|円|名|バイト|MB|KB|lines|rows|records|characters|files|people|days|yen|bytes)/u
  expect(texts.filter(({ text }) => long.test(text))).toEqual([])
})

test('what is put together in every language has no Japanese punctuation', () => {
  const joined = lines.filter(({ file, line }) => !file.startsWith('api/') && /`[^`]*\$\{[^`]*`/u.test(line))
  expect(joined.length).toBeGreaterThan(100)
  expect(joined.filter(({ line }) => /[（）、。：]/u.test(line) && !/\bja\b/u.test(line))).toEqual([])
})

test('an English text with a count before “are” has a singular', () => {
  const counted = lines.flatMap(({ file, line }) => {
    const [, key] = /^(\w+): .*\ben: (['"`])\{\{count\}\} \w+ are\b/u.exec(line) ?? []
    return key === undefined || key.endsWith('_one') ? [] : [{ file, one: `${key.replace(/_other$/u, '')}_one` }]
  })
  expect(counted.length).toBeGreaterThan(0)
  expect(counted.filter(({ file, one }) => !readFileSync(file, 'utf8').includes(`${one}:`))).toEqual([])
})
