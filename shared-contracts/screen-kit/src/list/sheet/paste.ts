import { choiceLabel, editActions, locales, type AnyResource, type Editable } from '@adsite/contract'
import type { KitRecord } from '../../base/resource-endpoints.ts'
import type { FormValue } from '../../form/state/form-values.ts'

export interface CellPlace {
  readonly id: number
  /** The column. */
  readonly name: string
}

/** A value for a cell. */
export interface CellValue {
  readonly record: KitRecord
  readonly field: string
  readonly value: FormValue
}

/** The cells that a list shows. */
export interface ShownCells {
  readonly rows: readonly KitRecord[]
  readonly columns: readonly string[]
  readonly editable: Editable
}

/**
 * The cells of a block as spreadsheets copy it: columns separated by tabs, rows by line ends; a cell that contains either of
 * them, or a quote, is quoted.
 */
export function readBlock(text: string): string[][] {
  const lines: string[][] = [[]]
  const cell = /"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*)/uy
  const separator = /\t|\r\n|\n|\r/uy
  for (let at = 0; at <= text.length;) {
    cell.lastIndex = at
    const [whole = '', quoted, plain = ''] = cell.exec(text) ?? []
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    separator.lastIndex = at + whole.length
    const [end] = separator.exec(text) ?? []
    if (end === undefined) break
    at += whole.length + end.length
    // The last line ends with a line end, too.
    if (end !== '\t' && at < text.length) lines.push([])
    else if (end !== '\t') break
  }
  return lines
}

export interface PastedBlock {
  readonly cells: readonly CellValue[]
  readonly actions: readonly { readonly record: KitRecord; readonly action: string }[]
  /** Number of values that found no cell (below the last row, beside the last column, in a column that is not edited) or are no state. */
  readonly left: number
}

/** The action that leads from a state to the one with this label or key; null if there is no need for one. */
export function actionTo(resource: AnyResource, state: string, written: string): string | null | undefined {
  const choices = resource.states && resource.fields[resource.states.field]?.choices
  const wanted = choices?.keys.find((key) => key === written || locales.some((locale) => choiceLabel(choices, key)?.[locale] === written))
  if (wanted === state) return null
  return editActions(resource).find((name) => {
    const rule = resource.states?.actions[name]
    return rule?.to === wanted && rule?.from.includes(state)
  })
}

/** Lays a block over the cells to the right of and below a place. */
export function pasted(
  resource: AnyResource,
  block: readonly (readonly string[])[],
  place: CellPlace,
  { rows, columns, editable }: ShownCells,
): PastedBlock {
  const [top, first] = [rows.findIndex(({ id }) => id === place.id), columns.indexOf(place.name)]
  const cells: CellValue[] = []
  const actions: { record: KitRecord; action: string }[] = []
  let left = 0
  for (const [down, line] of block.entries()) {
    for (const [beside, written] of line.entries()) {
      const record = rows[top + down]
      const field = editable.get(columns[first + beside] ?? '')
      if (!record || field === undefined) {
        left += 1
        continue
      }
      if (field !== resource.states?.field) {
        cells.push({ record, field, value: written.trim() })
        continue
      }
      const action = actionTo(resource, String(record[field]), written.trim())
      if (action) actions.push({ record, action })
      if (action === undefined) left += 1
    }
  }
  return { cells, actions, left }
}
