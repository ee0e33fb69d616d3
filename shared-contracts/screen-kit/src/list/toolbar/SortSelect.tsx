import { shownColumn, sortNames, type AnyResource, type ListSort } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useKitText } from '../../base/texts.ts'
import { sortParameter } from '../state/list-state.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'

/** The sort orders of a list, where there are no column headers to click. */
export function SortSelect({ resource, list }: { resource: AnyResource; list: ResourceListState }): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const labelOf = (name: string) => localize(shownColumn(resource, name).label)
  const sorts = sortNames(resource)
    .filter((name) => resource.list.sorts.includes(name) || list.columns.includes(name))
    .flatMap((field): ListSort[] => [
      { field, descending: false },
      { field, descending: true },
    ])
  const keyOf = (sort: ListSort) => sortParameter(resource, sort) ?? resource.list.defaultSort
  return (
    <Select
      aria-label={text('sort')}
      value={keyOf(list.sort)}
      options={sorts.map((sort) => ({
        value: keyOf(sort),
        label: text(sort.descending ? 'descending' : 'ascending', { label: labelOf(sort.field) }),
      }))}
      onChange={(key: string) => list.change({ sort: key === resource.list.defaultSort ? null : key })}
      style={{ flex: '1 1 104px', minWidth: 0 }}
    />
  )
}
