import type { AnyResource, Choices, Endpoint } from '@adsite/contract'
import { RecordActions, StateTag, type KitRecord } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import styles from '../md.module.css'

interface PlacesProps {
  readonly resource: AnyResource
  readonly endpoints: Readonly<Record<string, Endpoint>>
  readonly statuses: Choices
  readonly rows: readonly KitRecord[]
  readonly nameOf: (row: KitRecord) => string
}

/** Where an ad may and may not be shown, each with its state and what can be done about it. */
export function Places({ resource, endpoints, statuses, rows, nameOf }: PlacesProps): ReactNode {
  return (
    <ul className={styles.rows}>
      {rows.map((row) => {
        const status = statuses.items.find(({ key }) => key === row['status'])
        return (
          <li key={row.id} className={styles.row}>
            <span className={styles.name}>{nameOf(row)}</span>
            {status ? <StateTag choice={status} /> : null}
            <RecordActions resource={resource} endpoints={endpoints as never} record={row} />
          </li>
        )
      })}
    </ul>
  )
}
