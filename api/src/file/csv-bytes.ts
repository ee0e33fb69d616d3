import { stringify } from 'csv-stringify/sync'
import { encodeShiftJis } from './shift-jis.ts'

/** Encodes CSV lines; `bom` starts a UTF-8 file. */
export function csvBytes(lines: readonly (readonly string[])[], encoding: 'utf8' | 'sjis', bom = false): Uint8Array {
  const text = stringify(
    lines.map((line) => [...line]),
    // A lone CR or LF ends a line for readers, too; by default the library quotes only a whole CRLF.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/u },
  )
  return encoding === 'sjis' ? encodeShiftJis(text) : Buffer.from(bom ? `\uFEFF${text}` : text)
}
