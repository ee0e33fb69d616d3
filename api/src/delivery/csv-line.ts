import { CsvError, parse } from 'csv-parse/sync'

/**
 * The cells of one CSV line; 'open' when a quote is not closed on it (the value may go on in the next
 * line), 'bad' when its quotes make no sense.
 */
export function csvCells(text: string): string[] | 'open' | 'bad' {
  // Most lines hold no quote, and need no parser.
  if (!text.includes('"')) return text.split(',')
  try {
    const records: string[][] = parse(text, { relax_column_count: true })
    return records.length === 1 ? records[0]! : 'bad'
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'open' : 'bad'
  }
}
