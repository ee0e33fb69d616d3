import iconv from 'iconv-lite'

/** The Windows variant of Shift_JIS, which Japanese Excel opens. */
const encoding = 'cp932'

/** Replaces characters that Shift_JIS lacks. */
export const missingCharacter = '〓'

/** Characters that other systems use for one that Shift_JIS encodes differently. */
const twins: Readonly<Record<string, string>> = {
  '〜': '～',
  '−': '－',
  '‖': '∥',
  '—': '―',
  '–': '－',
  '¥': '￥',
  '¢': '￠',
  '£': '￡',
  '¬': '￢',
  '\u00A0': ' ',
}

function occurrences(within: { indexOf(wanted: string, from: number): number }): number {
  let count = 0
  for (let at = within.indexOf('?', 0); at !== -1; at = within.indexOf('?', at + 1)) count += 1
  return count
}

/**
 * Encodes a text; undefined if it contains unencodable characters. iconv writes those as question marks, a byte
 * that no other character contains.
 */
function encoded(text: string): Buffer | undefined {
  const bytes = iconv.encode(text, encoding)
  return occurrences(bytes) === occurrences(text) ? bytes : undefined
}

const written = new Map<string, string>()

function writtenAs(character: string): string {
  let known = written.get(character)
  if (known === undefined) {
    const candidate = twins[character] ?? character
    known = encoded(candidate) ? candidate : missingCharacter
    written.set(character, known)
  }
  return known
}

const replaced = (text: string) => Array.from(text, writtenAs).join('')

/** Returns the text as it reads after a round trip through Shift_JIS: composed characters, equivalents, 〓 for missing ones. */
export function shiftJisText(text: string): string {
  const joined = text.normalize('NFC')
  return encoded(joined) ? joined : replaced(joined)
}

export function encodeShiftJis(text: string): Uint8Array {
  const joined = text.normalize('NFC')
  return encoded(joined) ?? iconv.encode(replaced(joined), encoding)
}

/** null if the bytes are not Shift_JIS. */
export function decodeShiftJis(bytes: Uint8Array): string | null {
  const text = iconv.decode(bytes, encoding)
  return text.includes('\uFFFD') ? null : text
}
