import { useRole } from '@adsite/auth'
import { restoreRefusal, type AnyResource, type Choices, type Endpoint } from '@adsite/contract'
import { useText } from '@adsite/i18n'
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
  const role = useRole()
  const read = useText()
  return (
    <ul className={styles.rows}>
      {rows.map((row) => {
        const status = statuses.items.find(({ key }) => key === row['status'])
        // A list does not say what stands in the way of an action; the record that it shows does.
        const refusal = role && restoreRefusal(role, row['excluded_by'])
        return (
          <li key={row.id} className={styles.row}>
            <span className={styles.name}>{nameOf(row)}</span>
            {status ? <StateTag choice={status} /> : null}
            <RecordActions
              resource={resource}
              endpoints={endpoints as never}
              record={refusal ? { ...row, blocked: { restore: read(refusal) } } : row}
            />
          </li>
        )
      })}
    </ul>
  )
}
