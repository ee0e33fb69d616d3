import type { Text } from './text.ts'

/** What keeps the columns or lines of a text file from being told apart, and what to do. */
export const csvFaults = {
  line_ends: {
    ja: '改行コードがCRだけのため、行を区切れません。改行コードをCRLFまたはLFにして保存し直してください（Excelでは「CSV UTF-8（コンマ区切り）」を選びます）。',
    en: 'The lines end with CR alone, so they cannot be told apart. Save the file with CRLF or LF (in Excel: "CSV UTF-8 (Comma delimited)").',
  },
  tabs: {
    ja: '列がタブで区切られています。カンマ（,）区切りのCSVで保存し直してください。',
    en: 'The columns are separated by tabs. Save the file as CSV, with commas.',
  },
  semicolons: {
    ja: '列がセミコロン（;）で区切られています。カンマ（,）区切りのCSVで保存し直してください。',
    en: 'The columns are separated by semicolons. Save the file as CSV, with commas.',
  },
} as const satisfies Record<string, Text>

export type CsvFault = keyof typeof csvFaults

/** Why the first line of a file, which ends at a line feed, is no header of a CSV file; null if none of these faults shows. */
export function csvFault(firstLine: string): CsvFault | null {
  const bare = firstLine.trim().replaceAll(/"(?:[^"]|"")*"/gu, '')
  if (bare.includes('\r')) return 'line_ends'
  if (bare.includes(',')) return null
  return bare.includes('\t') ? 'tabs' : bare.includes(';') ? 'semicolons' : null
}
