import {
  changeOf,
  csvTypes,
  measures,
  ratioDigits,
  xlsxType,
  required,
  labelsOverlapText,
  type UnplacedDelivery,
  type FigureValue,
  type Locale,
  type MetricName,
  type csvEncodings,
  type exportFormats,
  isKeyOf,
} from '@adsite/contract'
import type { Pool } from 'pg'
import { batchesOf } from '../db/cursor.ts'
import { defused } from '../file/defuse.ts'
import { xlsxPieces } from '../file/xlsx-pieces.ts'
import { streamed } from '../call/streamed.ts'
import { csvBytes } from '../file/csv-bytes.ts'
import { fileAnswer } from '../upload/file-name.ts'
import { comparedSql, type ComparedRow } from './compared.ts'
import { periodBefore } from './days.ts'
import { isLabelGrouping } from './label-rows.ts'
import { named, type Asked } from './report-source.ts'
import { reportSql, type ReportQuery, type SqlRow } from './report-sql.ts'
import { comparedHeads, keyLabels, metricHead, previousNote, totalLabel, unplacedNote } from './report-texts.ts'

const batchRows = 500

/** A row of a report's file: its dimensions, then the figures as the API writes them; '' if there is none. */
interface FileRow {
  readonly about: readonly string[]
  readonly figures: readonly string[]
}

export interface ReportFile {
  readonly pool: Pool
  readonly asked: Asked<ReportQuery>
  /** Its figures, in order. */
  readonly names: readonly MetricName[]
  /** Delivery that no row contains (contract, `UnplacedDelivery`). */
  readonly unplaced: UnplacedDelivery | null
  readonly format?: (typeof exportFormats)[number] | undefined
  readonly encoding?: (typeof csvEncodings)[number] | undefined
  readonly locale: Locale
}

/** A row of the statement, with what only a comparison answers. */
type FileSqlRow = SqlRow & Partial<ComparedRow>

/** A figure of a period; without delivery, sums are 0 (contract, `measures`). */
function figureOf(name: MetricName, value: FigureValue, nothing: boolean | undefined): FigureValue {
  return nothing && isKeyOf(measures, name) ? 0 : value
}

function comparedFigures(name: MetricName, row: FileSqlRow): string[] {
  const now = figureOf(name, row[name], row.is_gone)
  const before = figureOf(name, row[`before_${name}`], row.is_new)
  const change = changeOf(name, now, before)?.amount.toFixed(ratioDigits)
  return [now, before, change].map((figure) => String(figure ?? ''))
}

/** Yields every row of the report, then the totals and notes. */
async function* rowBatches({ pool, asked, names, unplaced, locale }: ReportFile): AsyncGenerator<FileRow[]> {
  const { query } = asked
  const withId = named[query.group_by ?? 'day'] !== undefined
  const figuresOf = (row: FileSqlRow) => names.flatMap((name) => (query.compare ? comparedFigures(name, row) : [String(row[name] ?? '')]))
  let total: FileSqlRow | undefined
  for await (const rows of batchesOf<FileSqlRow>(pool, query.compare ? comparedSql(asked, locale) : reportSql(asked, locale), batchRows)) {
    const listed = total ? rows : rows.slice(1)
    total ??= required(rows[0], 'a row of the answer')
    yield listed.map((row) => ({ about: [...(withId ? [row.key] : []), defused(row.name)], figures: figuresOf(row) }))
  }
  const figures = figuresOf(required(total, 'total'))
  const notes = [
    ...(query.compare ? [previousNote(periodBefore(query), locale)] : []),
    ...(isLabelGrouping(query.group_by) ? [labelsOverlapText[locale]] : []),
    ...(unplaced ? [unplacedNote(unplaced, locale)] : []),
  ]
  yield [
    { about: [...(withId ? [''] : []), totalLabel[locale]], figures },
    ...notes.map((note) => ({ about: [...(withId ? [''] : []), note], figures: figures.map(() => '') })),
  ]
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

/** Streams the whole report as a file, which starts once the database has answered. */
export async function reportFile(file: ReportFile): Promise<Response> {
  const { asked, names, format = 'csv', encoding = 'utf8', locale } = file
  const { report, query } = asked
  const grouping = query.group_by ?? 'day'
  const about = [...(named[grouping] ? ['ID'] : []), keyLabels[grouping][locale]]
  const furtherHeads = (name: MetricName) => (query.compare ? Object.values(comparedHeads(name)).map((text) => text[locale]) : [])
  const head = [...about, ...names.flatMap((name) => [metricHead(name, locale), ...furtherHeads(name)])]
  const batches = rowBatches(file)
  const name = `${report.label[locale]}_${keyLabels[grouping][locale]}_${query.from}_${query.to}.${format}`
  if (format === 'csv') return fileAnswer(await streamed(csvPieces(head, batches, encoding)), csvTypes[encoding], name)
  return fileAnswer(await streamed(xlsxPieces({ title: report.label[locale], head, batches: sheetRows(batches) })), xlsxType, name)
}
