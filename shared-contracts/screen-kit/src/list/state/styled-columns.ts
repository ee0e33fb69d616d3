import { columnsOf, type AnyResource, type ListColumn } from '@adsite/contract'
import type { Language } from '@adsite/i18n'
import tableStyles from '../../table/table.module.css'

/** A visible column of a list with the class of its cells. */
export interface StyledColumn extends ListColumn {
  readonly className: string | undefined
}

export function styledColumns(resource: AnyResource, names: readonly string[], language: Language): readonly StyledColumn[] {
  return columnsOf(resource, names, language).map((column) => ({
    ...column,
    className: column.place ? tableStyles[column.place] : undefined,
  }))
}
