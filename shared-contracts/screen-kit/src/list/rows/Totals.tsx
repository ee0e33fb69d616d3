import type { AnyResource, MetricName } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import type { ReactNode } from 'react'
import kit from '../../base/kit.module.css'
import type { TotalsEndpoint } from '../../base/resource-endpoints.ts'
import { useKitText } from '../../base/texts.ts'
import { RetryButton } from '../../element/RetryButton.tsx'
import tableStyles from '../../table/table.module.css'
import { shownColumn, type ListColumn } from '../state/columns.ts'
import { useListTotals, type ListTotals } from '../state/use-list-totals.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'
import { FigureCell } from './FigureCell.tsx'
import styles from './rows.module.css'

function TotalFigure({ name, totals: { figures, former, failed } }: { name: MetricName; totals: ListTotals }): ReactNode {
  if (figures) return <FigureCell name={name} figures={figures} former={former} />
  return failed ? '—' : <span className={kit.bone} />
}

function TotalsLabel({ totals }: { totals: ListTotals }): ReactNode {
  const text = useKitText()
  if (!totals.failed) return text('totals')
  return (
    <span role="alert">
      {text('totals_failed')} <RetryButton size="small" onClick={totals.retry} />
    </span>
  )
}

interface TotalsProps {
  readonly endpoint: TotalsEndpoint
  readonly list: ResourceListState
}

interface TotalsRowProps extends TotalsProps {
  readonly columns: readonly ListColumn[]
  /** Whether the table starts with a column of checkboxes. */
  readonly selectable: boolean
}

/** The last row of a table: the metrics of all matching records. */
export function TotalsRow({ endpoint, list, columns, selectable }: TotalsRowProps): ReactNode {
  const totals = useListTotals(endpoint, list)
  return (
    <tfoot aria-busy={totals.stale || (!totals.figures && !totals.failed)} className={totals.stale ? tableStyles.stale : undefined}>
      <tr>
        {columns.map(({ name, field: { metric }, className }, at) =>
          at === 0 ? (
            <th key={name} scope="row" colSpan={selectable ? 2 : 1} className={className}>
              <TotalsLabel totals={totals} />
            </th>
          ) : (
            <td key={name} className={className}>
              {metric ? <TotalFigure name={metric} totals={totals} /> : null}
            </td>
          ),
        )}
      </tr>
    </tfoot>
  )
}

/** The same as the first card on phones. */
export function TotalsCard({ endpoint, list, resource }: TotalsProps & { readonly resource: AnyResource }): ReactNode {
  const localize = useLocalize()
  const totals = useListTotals(endpoint, list)
  return (
    <section className={`${styles.card} ${styles.totals}`} aria-busy={totals.stale || (!totals.figures && !totals.failed)}>
      <div className={styles.cardHead}>
        <TotalsLabel totals={totals} />
      </div>
      <dl className={styles.facts}>
        {list.metrics.flatMap((name) => [
          <dt key={name}>{localize(shownColumn(resource, name).label)}</dt>,
          <dd key={`${name}.`}>
            <TotalFigure name={name} totals={totals} />
          </dd>,
        ])}
      </dl>
    </section>
  )
}
