import { useLocalize } from '@adsite/i18n'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { shownColumn, type AnyResource } from '@adsite/contract'
import type { KitRecord } from '../../base/resource-endpoints.ts'
import kit from '../../base/kit.module.css'
import styles from './rows.module.css'
import tableStyles from '../../table/table.module.css'
import { entityParameters, useKitText } from '../../base/texts.ts'
import { useLostFocus } from '../../focus/use-lost-focus.ts'
import { RecordLink } from '../../element/RecordLink.tsx'
import { FieldValue } from '../../value/FieldValue.tsx'
import { FigureCell } from './FigureCell.tsx'
import type { ListBodyProps } from './ListTable.tsx'
import { hasTotals, TotalsCard } from './Totals.tsx'
import { CardValue } from '../cell/CardValue.tsx'
import { useRowsInSteps } from '../state/use-rows-in-steps.ts'
import type { Selection } from '../state/use-selection.ts'
import { fieldOf } from '../../base/field-of.ts'

/** Minimum height of a card in px: a title and one field. */
const cardHeight = 80

const places = [1, 2, 3, 4, 5]

interface CardCheckboxProps extends Pick<ListBodyProps, 'resource' | 'list'> {
  readonly record: KitRecord
  readonly selection: Selection
}

function CardCheckbox({ record, resource, list, selection }: CardCheckboxProps): ReactNode {
  const text = useKitText()
  const { ids, all, choose } = selection
  return (
    <Checkbox
      aria-label={text('select_row', { title: String(record[resource.title]) })}
      checked={all || ids.includes(record.id)}
      onChange={({ target }) =>
        choose(
          [record.id],
          target.checked,
          (list.rows ?? []).map(({ id }) => id),
        )
      }
    />
  )
}

function Shown({ resource, name, record }: { resource: AnyResource; name: string; record: KitRecord }): ReactNode {
  const column = shownColumn(resource, name)
  if (column.metric) return <FigureCell name={column.metric} figures={record.figures} former={record.former_figures} />
  return <FieldValue field={column} name={name} record={record} />
}

/** List rows on a phone: one card each, with title and state on top and the other columns below. */
export function ListCards({ resource, list, detailRoute, detailParams, selection, totals, sheet, bar }: ListBodyProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const names = list.columns
  const state = names.find((name) => shownColumn(resource, name).choices?.items.some((item) => item.colour))
  const facts = names.filter((name) => name !== resource.title && name !== state)
  const cards = useLostFocus<HTMLUListElement>(bar)
  const { rows } = useRowsInSteps(list.rows, list.shownPage, cardHeight)

  /** A value that may be edited. */
  function edited(name: string, record: KitRecord, value: ReactNode): ReactNode {
    const field = sheet?.editable.get(name)
    if (!sheet || field === undefined) return value
    const { rows: drafts, open } = sheet.state
    const place = { resource, name, field, record, open: open?.id === record.id && open.name === name }
    return (
      <CardValue {...place} draft={drafts.get(record.id)} dispatch={sheet.dispatch}>
        {value}
      </CardValue>
    )
  }

  if (!rows) {
    return (
      <ul className={styles.cards} aria-busy="true" aria-label={text('loading')}>
        {places.map((place) => (
          <li key={place} className={styles.card}>
            <div className={styles.cardHead}>
              <span className={kit.bone} />
            </div>
            <div className={styles.facts}>
              {facts.flatMap((name) => [<span key={name} className={kit.bone} />, <span key={`${name}.`} className={kit.bone} />])}
            </div>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <>
      {totals && hasTotals(list) ? <TotalsCard endpoint={totals} list={list} resource={resource} /> : null}
      <ul
        ref={cards}
        tabIndex={-1}
        className={`${styles.cards} ${list.stale ? tableStyles.stale : ''}`}
        aria-busy={list.stale}
        aria-label={text('list_title', entityParameters(resource, localize))}
      >
        {rows.map((record) => (
          <li key={record.id} className={styles.card}>
            <div className={styles.cardHead}>
              <span className={styles.check}>
                {selection ? <CardCheckbox record={record} resource={resource} list={list} selection={selection} /> : null}
                {edited(
                  resource.title,
                  record,
                  <RecordLink id={record.id} detailRoute={detailRoute} detailParams={detailParams}>
                    <FieldValue field={fieldOf(resource, resource.title)} name={resource.title} record={record} />
                  </RecordLink>,
                )}
              </span>
              {state ? edited(state, record, <FieldValue field={shownColumn(resource, state)} name={state} record={record} />) : null}
            </div>
            <dl className={styles.facts}>
              {facts.flatMap((name) => [
                <dt key={name}>{localize(shownColumn(resource, name).label)}</dt>,
                <dd key={`${name}.`}>{edited(name, record, <Shown resource={resource} name={name} record={record} />)}</dd>,
              ])}
            </dl>
          </li>
        ))}
      </ul>
    </>
  )
}
