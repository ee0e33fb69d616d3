import type { Field } from '../field/field-type.ts'
import { sortNames } from '../field/list-query.ts'
import { metrics, type MetricFormat } from '../metric/metric.ts'
import { recordColumn, type RecordColumn } from '../resource/record-column.ts'
import type { AnyResource } from '../resource/resource.ts'
import type { Locale } from '../text/text.ts'

/**
 * Minimum widths in px by kind of field; below their sum the table scrolls horizontally under a sticky first column. What may
 * be long is cut at its minimum (the whole text is its title), and takes most of the width that is left.
 */
const widths: Readonly<Record<Field['kind'], number>> = {
  text: 128,
  multiline: 160,
  html: 160,
  digits: 140,
  zip: 110,
  url: 160,
  integer: 100,
  money: 120,
  rate: 100,
  date: 120,
  datetime: 144,
  boolean: 100,
  choice: 120,
  choices: 144,
  reference: 136,
  object: 160,
  references: 160,
}
/** The same for metrics, many of which stand side by side. */
const metricWidths: Readonly<Record<MetricFormat, number>> = {
  count: 104,
  money: 116,
  percent: 76,
  percent_one: 76,
  yen_rate: 92,
  yen_two: 92,
}
const titleWidth = 220
/** Bar, number and state of a pace. */
const meterWidth = 168
/**
 * Extra width that goes to the title first, in px. The rest is shared: two parts for the title, one for
 * potentially long columns, half a part for short ones.
 */
const titleFirst = 80
const growing: ReadonlySet<Field['kind']> = new Set(['text', 'multiline', 'html', 'url', 'choices', 'reference', 'references', 'object'])
/** Potentially long texts (addresses) get more width than names. */
const longText = { from: 200, width: 176 }

/** Width of the column of checkboxes in px. */
export const boxWidth = 44
/** Horizontal padding of a cell, and width of the sort arrows, in px. */
const [padding, arrows] = [18, 24]
/** Maximum width for the labels of a choice; the title attribute holds the full text. */
const choiceMax = 230

/** Estimates the width of a text in px: full-width characters are as wide as they are high, others about half. */
export function textWidth(text: string, size: number): number {
  return [...text].reduce((sum, letter) => sum + (letter > '\u02ff' ? size : size * 0.55), 0)
}

/** Estimates the width of a heading on two lines: it breaks between words, and Japanese between any letters. */
function twoLines(label: string): number {
  const parts = label.split(/[ -]|(?<=[\u3000-\u9fff])/u).map((part) => textWidth(part, 13))
  const half = parts.reduce((sum, part) => sum + part, 0) / 2
  let width = 0
  for (const part of parts) if (width < half) width += part
  return Math.max(width, ...parts)
}

/** The width for the values, but at least that of the header. */
function widthOf(resource: AnyResource, name: string, language: Locale): number {
  const { kind, maxLength = 0, label, choices, metric, meter } = shownColumn(resource, name)
  const beside = padding + (sortNames(resource).includes(name) ? arrows : 0)
  if (metric) return Math.ceil(Math.max(twoLines(label[language]) + beside, metricWidths[metrics[metric].format]))
  if (meter) return meterWidth
  const head = textWidth(label[language], 13) + beside
  const words = kind === 'choice' ? (choices?.items ?? []).map((item) => textWidth(item.label[language], 14) + padding + 6) : []
  const value = kind === 'text' && maxLength >= longText.from ? longText.width : widths[kind]
  return Math.ceil(Math.max(head, value, Math.min(choiceMax, Math.max(0, ...words))))
}

/** A column known to exist, because `shownColumns` returns only existing ones. */
export function shownColumn(resource: AnyResource, name: string): RecordColumn {
  const column = recordColumn(resource, name)
  if (!column) throw new Error(`The resource "${resource.name}" has no column "${name}"`)
  return column
}

/** A visible column of a list. */
export interface ListColumn {
  readonly name: string
  readonly field: RecordColumn
  /** Minimum width in px. */
  readonly width: number
  /** Shares of the extra width of a wide table: px taken first, then parts of the rest. */
  readonly first: number
  readonly grows: number
  /** The title, which stays in sight while the table scrolls, or figures, which stand on the right. */
  readonly place: 'edge' | 'figure' | null
}

/** Whether values are right-aligned with tabular figures. */
export function isNumeric({ kind }: Pick<RecordColumn, 'kind'>): boolean {
  return kind === 'money' || kind === 'integer' || kind === 'rate'
}

/** The columns with these names; the same on the server, which sends their heads with the page. */
export function columnsOf(resource: AnyResource, names: readonly string[], language: Locale): readonly ListColumn[] {
  return names.map((name) => {
    const field = shownColumn(resource, name)
    if (name === resource.title) return { name, field, width: titleWidth, first: titleFirst, grows: 2, place: 'edge' }
    const grows = growing.has(field.kind) ? 1 : 0.5
    return { name, field, width: widthOf(resource, name, language), first: 0, grows, place: isNumeric(field) ? 'figure' : null }
  })
}

/** Column widths for a table with the given minimum width in px that otherwise fills its scroll container. */
export function growingWidths(columns: readonly ListColumn[], least: number): readonly string[] {
  const parts = columns.reduce((sum, { grows }) => sum + grows, 0)
  const [left, first] = [`100cqw - ${least}px`, columns.reduce((sum, column) => sum + column.first, 0)]
  return columns.map((column) => {
    const own = column.first > 0 ? ` + clamp(0px, ${left}, ${column.first}px)` : ''
    const share = column.grows > 0 ? ` + max(0px, ${left} - ${first}px) * ${column.grows / parts}` : ''
    return `calc(${column.width}px${own}${share})`
  })
}
