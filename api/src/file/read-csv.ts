import { message } from '@adsite/contract'
import { CsvError, parse } from 'csv-parse/sync'
import { Refusal } from '../http/refusal.ts'
import { decodeShiftJis } from './shift-jis.ts'

export interface CsvLine {
  /** Where it begins in the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface CsvFile {
  readonly encoding: 'utf8' | 'sjis'
  readonly head: readonly string[]
  readonly lines: readonly CsvLine[]
}

/** Refuses the file as a whole. */
export const fileRefusal = (...text: Parameters<typeof message>) =>
  new Refusal('validation_failed', { errors: { file: [message(...text)] } })

/** UTF-8 is told by being valid, which Japanese text in Shift_JIS never is. */
function decoded(bytes: Uint8Array): Pick<CsvFile, 'encoding'> & { text: string } {
  try {
    return { encoding: 'utf8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const text = decodeShiftJis(bytes)
    if (text === null) throw fileRefusal('file_encoding')
    return { encoding: 'sjis', text }
  }
}

const lineBreak = /\r\n|\r|\n/u

/** The header and the lines of a CSV file, in UTF-8 (with or without a BOM) or Shift_JIS; empty lines are passed over. */
export function readCsv(bytes: Uint8Array): CsvFile {
  const { encoding, text } = decoded(bytes)
  if (text.includes('\0')) throw fileRefusal('file_encoding')
  let records: { record: string[]; raw: string }[]
  try {
    records = parse(text, { raw: true, record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true }) as unknown as typeof records
  } catch (error) {
    if (error instanceof CsvError) throw fileRefusal('csv_broken', Number(error['lines'] ?? 1))
    throw error
  }
  let next = 1
  const lines = records.flatMap(({ record, raw }): CsvLine[] => {
    const line = next
    next += raw.split(lineBreak).length - 1
    return record.every((cell) => cell.trim() === '') ? [] : [{ line, cells: record }]
  })
  const [head, ...rest] = lines
  if (!head) throw fileRefusal('file_empty')
  return { encoding, head: head.cells, lines: rest }
}
