import { csvTypes, reportMetrics, xlsxType, type Locale, type csvEncodings, type exportFormats } from '@adsite/contract'
import type { Pool } from 'pg'
import { batchesOf } from '../db/cursor.ts'
import { defused } from '../file/defuse.ts'
import { xlsxPieces } from '../file/xlsx.ts'
import { streamed } from '../call/streamed.ts'
import { csvBytes, fileAnswer } from '../resource/export/export.ts'
import { named, type Asked } from './report-source.ts'
import { reportSql, type ReportQuery, type SqlRow } from './report-sql.ts'
import { keyLabels, metricHead, totalLabel } from './report-texts.ts'

const batchRows = 500

/** A row of a report's file: what it is about, then the figures as the API writes them; '' where there is none. */
interface FileRow {
  readonly about: readonly string[]
  readonly figures: readonly string[]
}

export interface ReportFile {
  readonly pool: Pool
  readonly asked: Asked<ReportQuery>
  readonly format?: (typeof exportFormats)[number] | undefined
  readonly encoding?: (typeof csvEncodings)[number] | undefined
  readonly locale: Locale
}

/** Every row of the report, the totals last. */
async function* rowBatches({ pool, asked, locale }: ReportFile): AsyncGenerator<FileRow[]> {
  const { report, caller, query } = asked
  const withId = named[query.group_by ?? 'day'] !== undefined
  const names = reportMetrics(report, caller.role)
  const figuresOf = (row: SqlRow) => names.map((name) => String(row[name] ?? ''))
  let total: SqlRow | undefined
  for await (const rows of batchesOf<SqlRow>(pool, reportSql(asked, locale), batchRows)) {
    const listed = total ? rows : rows.slice(1)
    total ??= rows[0]!
    yield listed.map((row) => ({ about: [...(withId ? [row.key] : []), defused(row.name)], figures: figuresOf(row) }))
  }
  yield [{ about: [...(withId ? [''] : []), totalLabel[locale]], figures: figuresOf(total!) }]
}

async function* csvPieces(
  head: readonly string[],
  batches: AsyncGenerator<FileRow[]>,
  encoding: 'utf8' | 'sjis',
): AsyncGenerator<Uint8Array> {
  let before = [[...head]]
  for await (const rows of batches) {
    yield csvBytes([...before, ...rows.map(({ about, figures }) => [...about, ...figures])], encoding, before.length > 0)
    before = []
  }
}

async function* sheetRows(batches: AsyncGenerator<FileRow[]>) {
  for await (const rows of batches)
    yield rows.map(({ about, figures }) => [...about, ...figures.map((figure) => (figure === '' ? null : Number(figure)))])
}

/** The whole report as a file, streamed; it begins when the database has answered. */
export async function reportFile(file: ReportFile): Promise<Response> {
  const { asked, format = 'csv', encoding = 'utf8', locale } = file
  const { report, caller, query } = asked
  const grouping = query.group_by ?? 'day'
  const about = [...(named[grouping] ? ['ID'] : []), keyLabels[grouping][locale]]
  const head = [...about, ...reportMetrics(report, caller.role).map((name) => metricHead(name, locale))]
  const batches = rowBatches(file)
  const name = `${report.label[locale]}_${keyLabels[grouping][locale]}_${query.from}_${query.to}.${format}`
  if (format === 'csv') return fileAnswer(await streamed(csvPieces(head, batches, encoding)), csvTypes[encoding], name)
  return fileAnswer(await streamed(xlsxPieces({ title: report.label[locale], head, batches: sheetRows(batches) })), xlsxType, name)
}
