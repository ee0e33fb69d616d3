import { useRole } from '@adsite/auth'
import { useText } from '@adsite/i18n'
import { RouteLink } from '@adsite/remote'
import type { ReactNode } from 'react'
import { kit } from '../base/styles.tsx'
import { entityParameters, useKitText } from '../base/texts.ts'
import { FieldValue } from '../value/FieldValue.tsx'
import { columnNames } from './columns.tsx'
import type { ListBodyProps } from './ListTable.tsx'

const places = [1, 2, 3, 4, 5]

/** The rows of a table on a phone: one card each, title and state on top, the other columns below. */
export function ListCards({ resource, list, detailRoute }: ListBodyProps): ReactNode {
  const text = useKitText()
  const read = useText()
  const names = columnNames(resource, useRole())
  const state = names.find((name) => resource.fields[name]!.choices?.items.some((item) => item.colour))
  const facts = names.filter((name) => name !== resource.title && name !== state)

  if (!list.rows) {
    return (
      <ul className={kit.cards} aria-busy="true" aria-label={text('loading')}>
        {places.map((place) => (
          <li key={place} className={kit.card}>
            <div className={kit.card_head}>
              <span className={kit.bone} />
            </div>
            <div className={kit.facts}>
              {facts.flatMap((name) => [<span key={name} className={kit.bone} />, <span key={`${name}.`} className={kit.bone} />])}
            </div>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <ul
      className={`${kit.cards} ${list.stale ? kit.stale : ''}`}
      aria-busy={list.stale}
      aria-label={text('list_title', entityParameters(read(resource.label)))}
    >
      {list.rows.map((record) => (
        <li key={record.id} className={kit.card}>
          <div className={kit.card_head}>
            <RouteLink to={detailRoute} params={{ id: record.id }}>
              <FieldValue field={resource.fields[resource.title]!} name={resource.title} record={record} />
            </RouteLink>
            {state ? <FieldValue field={resource.fields[state]!} name={state} record={record} /> : null}
          </div>
          <dl className={kit.facts}>
            {facts.flatMap((name) => [
              <dt key={name}>{read(resource.fields[name]!.label)}</dt>,
              <dd key={`${name}.`}>
                <FieldValue field={resource.fields[name]!} name={name} record={record} />
              </dd>,
            ])}
          </dl>
        </li>
      ))}
    </ul>
  )
}
