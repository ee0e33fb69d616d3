import { recordColumn, type AnyResource, type Field, type RecordColumn } from '@adsite/contract'
import type { Language } from '@adsite/i18n'
import { RouteLink } from '@adsite/remote'
import type { TableColumnType } from 'antd'
import type { KitRecord } from '../base/resource-endpoints.ts'
import { kit } from '../base/styles.tsx'
import { FieldValue } from '../value/FieldValue.tsx'
import { formatValue, isNumeric, listSeparator } from '../value/format-value.ts'
import type { Sort } from './list-state.ts'

/** Widths in px by kind of field; the table scrolls sideways below their sum, under a first column that stays. */
const widths: Readonly<Record<Field['kind'], number>> = {
  text: 160,
  multiline: 240,
  html: 240,
  digits: 140,
  zip: 110,
  url: 200,
  integer: 100,
  money: 120,
  rate: 100,
  date: 120,
  datetime: 160,
  boolean: 100,
  choice: 120,
  choices: 200,
  reference: 190,
  object: 240,
  references: 240,
}
const titleWidth = 220
/** Texts that may be long (addresses) get more room than names. */
const longText = { from: 200, width: 230 }

/** Padding of a cell on both sides, and the arrows of a head that sorts (px). */
const [padding, arrows] = [18, 24]
/** The words of a choice get no more room than this; a title holds all of them. */
const choiceMax = 230

/** About how wide a text is (px): full-width characters are as wide as high, others about half. */
function textWidth(text: string, size: number): number {
  return [...text].reduce((sum, letter) => sum + (letter > '\u02ff' ? size : size * 0.55), 0)
}

/** Room for the values, and never less than for the head. */
function widthOf(resource: AnyResource, name: string, language: Language): number {
  const { kind, maxLength = 0, label, choices } = shownColumn(resource, name)
  const head = textWidth(label[language], 13) + padding + (resource.list.sorts.includes(name) ? arrows : 0)
  const words = kind === 'choice' ? (choices?.items ?? []).map((item) => textWidth(item.label[language], 14) + padding + 6) : []
  const value = kind === 'text' && maxLength >= longText.from ? longText.width : widths[kind]
  return Math.ceil(Math.max(head, value, Math.min(choiceMax, Math.max(0, ...words))))
}

/** A column that is known to be there: `shownColumns` names no others. */
export function shownColumn(resource: AnyResource, name: string): RecordColumn {
  return recordColumn(resource, name)!
}

export function tableWidth(resource: AnyResource, names: readonly string[], language: Language): number {
  return names.reduce((sum, name) => sum + (name === resource.title ? titleWidth : widthOf(resource, name, language)), 0)
}

/** What a row that is still on its way looks like. */
export interface LoadingRow {
  readonly id: number
  readonly loading: true
}

export type Row = KitRecord | LoadingRow

export function isLoading(row: Row): row is LoadingRow {
  return 'loading' in row
}

interface ColumnOptions {
  readonly resource: AnyResource
  readonly names: readonly string[]
  readonly detailRoute: string
  readonly detailParams: ((id: number) => Readonly<Record<string, number>>) | undefined
  readonly language: Language
  readonly sort: Sort
}

/** All of a value that its cell may cut off. */
function wholeText(field: RecordColumn, name: string, { refs, ...row }: KitRecord, language: Language): string | undefined {
  if (field.kind === 'reference') return refs[name]
  if (field.kind === 'references') return ((row[name] ?? []) as number[]).map((id) => refs[`${name}.${id}`]).join(listSeparator(language))
  return formatValue(field, row[name], language) ?? undefined
}

function cell({ resource, detailRoute, detailParams, language }: ColumnOptions, name: string, row: Row) {
  const field = shownColumn(resource, name)
  if (isLoading(row)) return <span className={kit.bone} />
  const value = <FieldValue field={field} name={name} record={row} />
  const whole = wholeText(field, name, row, language)
  return (
    <span className={kit.cell} title={whole}>
      {name === resource.title ? (
        <RouteLink to={detailRoute} params={detailParams?.(row.id) ?? { id: row.id }}>
          {value}
        </RouteLink>
      ) : (
        value
      )}
    </span>
  )
}

/** Columns of antd's table. Headers sort where the resource offers it, and say so (aria-sort). */
export function columnsOf(options: ColumnOptions): TableColumnType<Row>[] {
  const { resource, names, language, sort } = options
  return names.map((name): TableColumnType<Row> => {
    const field = shownColumn(resource, name)
    return {
      key: name,
      title: field.label[language],
      // The title takes what the others leave.
      ...(name === resource.title ? { fixed: 'left', rowScope: 'row' } : { width: widthOf(resource, name, language) }),
      ...(isNumeric(field) ? { align: 'right' } : {}),
      ...(resource.list.sorts.includes(name)
        ? { sorter: true, sortOrder: sort.field === name ? (sort.descending ? 'descend' : 'ascend') : null }
        : {}),
      render: (_: unknown, row: Row) => cell(options, name, row),
    }
  })
}
