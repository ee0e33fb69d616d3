import {
  emptyText,
  formatValue,
  shownColumn,
  type AnyResource,
  type MetricName,
  type PaceTotalName,
  type RecordColumn,
} from '@adsite/contract'
import { formatCount, useLanguage, useLocalize } from '@adsite/i18n'
import type { ReactNode } from 'react'
import kit from '../../base/kit.module.css'
import type { TotalsEndpoint } from '../../base/resource-endpoints.ts'
import { useKitText } from '../../base/texts.ts'
import { RetryButton } from '../../element/RetryButton.tsx'
import tableStyles from '../../table/table.module.css'
import type { StyledColumn } from '../state/styled-columns.ts'
import { useListTotals, type ListTotals } from '../state/use-list-totals.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'
import { FigureCell } from './FigureCell.tsx'
import styles from './rows.module.css'

function TotalFigure({ name, totals: { figures, former, failed } }: { name: MetricName; totals: ListTotals }): ReactNode {
  if (figures) return <FigureCell name={name} figures={figures} former={former} />
  return failed ? '—' : <span className={kit.bone} />
}

interface TotalPaceProps {
  readonly name: PaceTotalName
  readonly field: RecordColumn
  readonly totals: ListTotals
  readonly page: ResourceListState['page']
}

/** The pace of all records together; where not every one has a value, how many have. */
function TotalPace({ name, field, totals: { figures, paces, failed }, page }: TotalPaceProps): ReactNode {
  const text = useKitText()
  const language = useLanguage()
  const total = paces[name]
  if (!total) return failed || figures ? '—' : <span className={kit.bone} />
  const shown = formatValue(field, total.value, language)
  if (shown === null) return <span title={text('pace_unknown')}>{emptyText(field, language)}</span>
  const whole = page && !page.capped && page.total === total.records
  return (
    <>
      {shown}
      {whole ? null : (
        <div className={styles.change}>{text('pace_records', { count: total.records, total: formatCount(total.records, language) })}</div>
      )}
    </>
  )
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
  readonly columns: readonly StyledColumn[]
  /** Whether the table starts with a column of checkboxes. */
  readonly selectable: boolean
}

/** Whether a list has totals of anything that it shows. */
export const hasTotals = ({ metrics, paces }: ResourceListState): boolean => metrics.length > 0 || paces.length > 0

/** The last row of a table: the metrics and paces of all matching records. */
export function TotalsRow({ endpoint, list, columns, selectable }: TotalsRowProps): ReactNode {
  const totals = useListTotals(endpoint, list)
  const paceOf = (column: string) => list.paces.find((name) => name === column)
  return (
    <tfoot aria-busy={totals.stale || (!totals.figures && !totals.failed)} className={totals.stale ? tableStyles.stale : undefined}>
      <tr>
        {columns.map(({ name, field, className }, at) => {
          const pace = paceOf(name)
          return at === 0 ? (
            <th key={name} scope="row" colSpan={selectable ? 2 : 1} className={className}>
              <TotalsLabel totals={totals} />
            </th>
          ) : (
            <td key={name} className={className}>
              {field.metric ? <TotalFigure name={field.metric} totals={totals} /> : null}
              {pace ? <TotalPace name={pace} field={field} totals={totals} page={list.page} /> : null}
            </td>
          )
        })}
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
        {list.paces.flatMap((name) => [
          <dt key={name}>{localize(shownColumn(resource, name).label)}</dt>,
          <dd key={`${name}.`}>
            <TotalPace name={name} field={shownColumn(resource, name)} totals={totals} page={list.page} />
          </dd>,
        ])}
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
