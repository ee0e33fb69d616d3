import { csvFault, csvFaults, importLimits, message } from '@adsite/contract'
import { CsvError, parse } from 'csv-parse/sync'
import { RequestError } from '../error/request-error.ts'
import { decodeShiftJis } from './shift-jis.ts'

export interface CsvLine {
  /** First line in the file, from 1. */
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
  new RequestError('validation_failed', { errors: { file: [message(...text)] } })

/** How workbooks of spreadsheets begin: zipped ones (xlsx, ods), and those from before 2007 (xls). */
const workbookStarts = [Buffer.from('PK\x03\x04', 'latin1'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0])]

/** Valid UTF-8 is read as such; Japanese text in Shift_JIS is never valid UTF-8. */
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

interface Parsed {
  readonly record: string[]
  readonly raw: string
}

/** Stops reading as soon as any limit of the file is exceeded. */
function parsed(text: string): CsvLine[] {
  let count = 0
  let line = 1
  const lines: CsvLine[] = []
  function place(parsedRecord: unknown): null {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- what `raw: true` hands out, unlike the types of the library
    const { record, raw } = parsedRecord as Parsed
    if (record.length > importLimits.columns) throw fileRefusal('columns_many', importLimits.columns)
    count += 1
    // Excludes the header.
    if (count > importLimits.lines + 1) throw fileRefusal('lines_many', importLimits.lines)
    lines.push({ line, cells: record })
    line += raw.split(lineBreak).length - 1
    return null
  }
  try {
    const options = { raw: true, record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, max_record_size: importLimits.line }
    parse(text, { ...options, on_record: place })
    return lines
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw fileRefusal('line_long', line, importLimits.line)
    throw fileRefusal('csv_broken', Number(error['lines'] ?? 1))
  }
}

/** Reads header and lines of a CSV file in UTF-8 (with or without BOM) or Shift_JIS; empty lines are skipped but counted. */
export function readCsv(bytes: Uint8Array): CsvFile {
  if (workbookStarts.some((start) => start.equals(bytes.subarray(0, start.length)))) throw fileRefusal('file_workbook')
  const { encoding, text } = decoded(bytes)
  if (text.includes('\0')) throw fileRefusal('file_encoding')
  const fault = csvFault(text.trimStart().split(lineBreak, 1)[0] ?? '')
  if (fault) throw new RequestError('validation_failed', { errors: { file: [csvFaults[fault]] } })
  const [head, ...lines] = parsed(text).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (!head) throw fileRefusal('file_empty')
  return { encoding, head: head.cells, lines }
}
