import { useApiQuery } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import { restoreRefusal, type AnyResource, type Choices, type Endpoint } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { MoreButton, RecordActions, RetryButton, StateTag, type KitRecord } from '@adsite/screen-kit'
import { Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import styles from '../base/md.module.css'

interface PlacesAnswer {
  readonly data: readonly KitRecord[]
  readonly page: { readonly next: string | null }
}

/** One page of a list of places: of an ad, or of an article. */
export function usePlaces(endpoints: Readonly<Record<string, Endpoint>>, query: Readonly<Record<string, string>>) {
  const { data, error, refetch } = useApiQuery(endpoints['list']!, { query: query as never })
  return { answer: data as PlacesAnswer | undefined, error, refetch }
}

interface PlacesProps {
  readonly resource: AnyResource
  readonly endpoints: Readonly<Record<string, Endpoint>>
  readonly statuses: Choices
  /** Whose places they are. */
  readonly query: Readonly<Record<string, string>>
  readonly nameOf: (row: KitRecord) => string
}

function Place({ resource, endpoints, statuses, nameOf, row }: PlacesProps & { row: KitRecord }): ReactNode {
  const role = useRole()
  const localize = useLocalize()
  const status = statuses.items.find(({ key }) => key === row['status'])
  // A list does not say what stands in the way of an action; the record that it shows does.
  const refusal = role && restoreRefusal(role, row['excluded_by'])
  return (
    <li className={styles.row}>
      <span className={styles.name}>{nameOf(row)}</span>
      {status ? <StateTag choice={status} /> : null}
      <RecordActions
        resource={resource}
        endpoints={endpoints as never}
        record={refusal ? { ...row, blocked: { restore: localize(refusal) } } : row}
      />
    </li>
  )
}

/** A page of places, and on demand the page after it. */
function PlacesPage(props: PlacesProps): ReactNode {
  const { endpoints, query } = props
  const { answer, error, refetch } = usePlaces(endpoints, query)
  const [more, setMore] = useState(false)
  if (!answer) {
    return (
      <li className={styles.row} aria-busy={!error}>
        {error ? (
          <>
            <span className={styles.name} role="alert">
              {error.message}
            </span>
            <RetryButton size="small" onClick={() => void refetch()} />
          </>
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 1, width: '100%' }} />
        )}
      </li>
    )
  }
  const { next } = answer.page
  return (
    <>
      {answer.data.map((row) => (
        <Place key={row.id} {...props} row={row} />
      ))}
      {next !== null && !more ? (
        <li className={styles.row}>
          <MoreButton size="small" onClick={() => setMore(true)} />
        </li>
      ) : null}
      {next !== null && more ? <PlacesPage {...props} query={{ ...query, after: next }} /> : null}
    </>
  )
}

/** Where an ad may and may not be shown, each with its state and what can be done about it. */
export function Places(props: PlacesProps): ReactNode {
  return (
    <ul className={styles.rows}>
      <PlacesPage {...props} />
    </ul>
  )
}
