import { describe, expect, test } from 'vitest'
import { decodeShiftJis, encodeShiftJis, shiftJisText } from './shift-jis.ts'

const there = (text: string) => decodeShiftJis(encodeShiftJis(text))

describe('Shift_JIS', () => {
  test('keeps what Windows has in it', () => {
    const text = '髙島屋①㈱ ｶﾅ "?" ～－\\~ 〓 ﾊﾟ'
    expect(there(text)).toBe(text)
    expect([...encodeShiftJis('あ')]).toEqual([0x82, 0xa0])
  })

  test('takes the twin of what other systems write', () => {
    expect(there('10〜20−5‖¥')).toBe('10～20－5∥￥')
    expect(there('か\u3099')).toBe('が')
  })

  test('marks what it lacks, and only that', () => {
    expect(there('𠮷野家 café 한 😀?')).toBe('〓野家 caf〓 〓 〓?')
    expect(shiftJisText('そのまま')).toBe('そのまま')
  })

  test('tells what is something else', () => {
    expect(decodeShiftJis(Buffer.from([0x81, 0xff, 0xfd]))).toBeNull()
  })
})
