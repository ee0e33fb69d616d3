import { expect, test } from 'vitest'
import { defused, undefused } from './defuse.ts'

const signs = ['=', '+', '-', '@', '\t', '\r', '\0', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−']
/** Characters that a spreadsheet renders as nothing: spaces, joiners, direction and byte order marks, fillers. */
const unseen = [
  '',
  ' ',
  '\u00a0',
  '\u3000',
  '\u2028',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u202e',
  '\u2066',
  '\u061c',
  '\ufe0f',
  '\u034f',
  '\u180e',
  '\u115f',
  '\u3164',
  '\u{e0001}',
  '\u200b \ufeff\u00ad',
  "'\u200b",
  "\u200b'",
]

test('a formula is one whatever stands unseen before its sign, and comes back as it was', () => {
  for (const before of unseen) {
    for (const sign of signs) {
      const text = `${before}${sign}1+1`
      expect([text, defused(text)]).toEqual([text, `'${text}`])
      expect(undefused(defused(text))).toBe(text)
      expect(undefused(defused(`'${text}`))).toBe(`'${text}`)
    }
  }
})

test('words and numbers are left alone', () => {
  for (const text of ['', 'a=1', '1-1', "'tis", '\u200bword', ' 株式会社', '…']) {
    expect([defused(text), undefused(text)]).toEqual([text, text])
  }
})
