import type { Field, AnyResource, Role } from '@adsite/contract'
import { visibleFields } from '@adsite/contract'
import type { Language } from '@adsite/i18n'
import { RouteLink } from '@adsite/remote'
import type { TableColumnType } from 'antd'
import type { KitRecord } from '../base/resource-endpoints.ts'
import { kit } from '../base/styles.tsx'
import { FieldValue } from '../value/FieldValue.tsx'
import { formatValue, isNumeric } from '../value/format-value.ts'
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
  money: 140,
  date: 120,
  datetime: 160,
  boolean: 100,
  choice: 120,
  choices: 200,
  reference: 190,
}
const titleWidth = 280

/** The columns of a resource that a role receives. */
export function columnNames(resource: AnyResource, role: Role | null): string[] {
  const visible = role === null ? [] : visibleFields(resource, role)
  return resource.list.columns.filter((name) => visible.includes(name))
}

export function tableWidth(resource: AnyResource, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (name === resource.title ? titleWidth : widths[resource.fields[name]!.kind]), 0)
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
  readonly language: Language
  readonly sort: Sort
}

function cell({ resource, detailRoute, language }: ColumnOptions, name: string, row: Row) {
  const field = resource.fields[name]!
  if (isLoading(row)) return <span className={kit.bone} />
  const value = <FieldValue field={field} name={name} record={row} />
  const whole = field.kind === 'reference' ? row.refs[name] : (formatValue(field, row[name], language) ?? undefined)
  return (
    <span className={kit.cell} title={whole}>
      {name === resource.title ? (
        <RouteLink to={detailRoute} params={{ id: row.id }}>
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
    const field = resource.fields[name]!
    return {
      key: name,
      title: field.label[language],
      // The title takes what the others leave.
      ...(name === resource.title ? { fixed: 'left', rowScope: 'row' } : { width: widths[field.kind] }),
      ...(isNumeric(field) ? { align: 'right' } : {}),
      ...(resource.list.sorts.includes(name)
        ? { sorter: true, sortOrder: sort.field === name ? (sort.descending ? 'descend' : 'ascend') : null }
        : {}),
      render: (_: unknown, row: Row) => cell(options, name, row),
    }
  })
}
