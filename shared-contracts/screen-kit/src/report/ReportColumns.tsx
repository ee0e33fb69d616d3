import { metrics, type MetricName } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import type { ReactNode } from 'react'
import { ColumnChoice } from '../element/ColumnChoice.tsx'

interface ReportColumnsProps {
  readonly shown: readonly MetricName[]
  /** All metrics that the role receives. */
  readonly names: readonly MetricName[]
  /** Null: all of them. */
  readonly onChoose: (names: readonly MetricName[] | null) => void
}

/** Selects the metrics of a report; its export has the same. */
export default function ReportColumns({ shown, names, onChoose }: ReportColumnsProps): ReactNode {
  const localize = useLocalize()
  return (
    <ColumnChoice
      shown={shown}
      offered={names}
      own={names}
      fixed={0}
      labelOf={(name) => localize(metrics[name].label)}
      onChoose={onChoose}
    />
  )
}
