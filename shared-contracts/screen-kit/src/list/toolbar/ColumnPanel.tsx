import { useRole } from '@adsite/auth'
import { columnNames, shownColumn, shownColumns, type AnyResource } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import type { ReactNode } from 'react'
import { ColumnChoice } from '../../element/ColumnChoice.tsx'
import type { ResourceListState } from '../state/use-resource-list.ts'

interface ColumnPanelProps {
  readonly resource: AnyResource
  readonly list: ResourceListState
}

/** The columns of a list, also used by its export. The title links to the record and stays first. */
export default function ColumnPanel({ resource, list }: ColumnPanelProps): ReactNode {
  const localize = useLocalize()
  const role = useRole()
  return (
    <ColumnChoice
      shown={list.columns}
      offered={role === null ? [] : columnNames(resource, role)}
      own={shownColumns(resource, role, new URLSearchParams())}
      fixed={1}
      labelOf={(name) => localize(shownColumn(resource, name).label)}
      onChoose={list.chooseColumns}
    />
  )
}
