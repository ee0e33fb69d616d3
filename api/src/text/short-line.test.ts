import { expect, test } from 'vitest'
import { shortLine } from './short-line.ts'

test.each([
  ['なし', 'なし'],
  ['a\u2028b\vc', 'a b c'],
  ['a\r\nb\0c\u001Bd', 'a b c d'],
  ['あ'.repeat(10), 'あ'.repeat(10)],
  ['あ'.repeat(11), `${'あ'.repeat(9)}…`],
  ['𠮷'.repeat(10), '𠮷'.repeat(10)],
  ['𠮷'.repeat(11), `${'𠮷'.repeat(9)}…`],
  [`a${'𠮷'.repeat(30)}`, `a${'𠮷'.repeat(8)}…`],
  ['\uD842a\uDFB7', '\uFFFDa\uFFFD'],
])('%j is at most ten whole characters', (text, line) => {
  expect(shortLine(text, 10)).toBe(line)
})
