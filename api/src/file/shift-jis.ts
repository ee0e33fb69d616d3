import iconv from 'iconv-lite'

/** Shift_JIS as Windows knows it: what a Japanese Excel opens. */
const encoding = 'cp932'

/** What stands for a character that Shift_JIS lacks. */
export const missingCharacter = '〓'

/** Characters that other systems write for one that Shift_JIS has under another code. */
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

/** The bytes of a text; undefined when some of it cannot be written, which comes out as question marks (no other character has that byte). */
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

/** The text as it comes back from a Shift_JIS file: combined characters joined, twins taken, 〓 for what is missing. */
export function shiftJisText(text: string): string {
  const joined = text.normalize('NFC')
  return encoded(joined) ? joined : replaced(joined)
}

export function encodeShiftJis(text: string): Uint8Array {
  const joined = text.normalize('NFC')
  return encoded(joined) ?? iconv.encode(replaced(joined), encoding)
}

/** null: this is no Shift_JIS. */
export function decodeShiftJis(bytes: Uint8Array): string | null {
  const text = iconv.decode(bytes, encoding)
  return text.includes('\uFFFD') ? null : text
}
