import { useApiQuery } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import {
  restoreRefusal,
  type adArticle,
  type adArticleEndpoints,
  type adWhitelist,
  type adWhitelistEndpoints,
  type Choices,
  type ResourceRecord,
} from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { MoreButton, PartFailure, RecordActions, StateTag, takesLostFocus } from '@adsite/screen-kit'
import { Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import styles from '../base/md.module.css'

type PlaceResource = typeof adWhitelist | typeof adArticle
type PlaceEndpoints = typeof adWhitelistEndpoints | typeof adArticleEndpoints
export type PlaceRecord = ResourceRecord<typeof adWhitelist> | ResourceRecord<typeof adArticle>

/** Whose places they are: an ad’s or an article’s. */
type PlacesQuery = Readonly<Partial<Record<'ad_id' | 'article_id' | 'after', string>>>

/** Fetches a page of places, for an ad or an article. */
export function usePlaces(endpoints: PlaceEndpoints, query: PlacesQuery) {
  const { data, error, refetch } = useApiQuery(endpoints.list, { query })
  return { answer: data, error, refetch }
}

interface PlacesProps {
  readonly resource: PlaceResource
  readonly endpoints: PlaceEndpoints
  readonly statuses: Choices
  readonly query: PlacesQuery
  readonly nameOf: (row: PlaceRecord) => string
}

function Place({ resource, endpoints, statuses, nameOf, row, isNext }: PlacesProps & { row: PlaceRecord; isNext: boolean }): ReactNode {
  const role = useRole()
  const localize = useLocalize()
  const status = statuses.items.find(({ key }) => key === row.status)
  // List rows do not contain blocked actions, so derive the reason from the record.
  const refusal = role && restoreRefusal(role, row.excluded_by)
  return (
    <li className={styles.row} ref={isNext ? takesLostFocus : undefined}>
      <span className={styles.name}>{nameOf(row)}</span>
      {status ? <StateTag choice={status} /> : null}
      <RecordActions
        resource={resource}
        endpoints={endpoints}
        record={refusal ? { ...row, blocked: { restore: localize(refusal) } } : row}
      />
    </li>
  )
}

/** A page of places; loads the next one on demand. */
function PlacesPage(props: PlacesProps): ReactNode {
  const { endpoints, query } = props
  const { answer, error, refetch } = usePlaces(endpoints, query)
  const [more, setMore] = useState(false)
  if (!answer) {
    return (
      <li className={styles.row} aria-busy={!error}>
        {error ? (
          <PartFailure error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 1, width: '100%' }} />
        )}
      </li>
    )
  }
  const { next } = answer.page
  return (
    <>
      {answer.data.map((row, index) => (
        <Place key={row.id} {...props} row={row} isNext={index === 0 && query.after !== undefined} />
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

/** Where an ad may and may not be shown, with the state and actions of each place. */
export function Places(props: PlacesProps): ReactNode {
  return (
    <ul className={styles.rows}>
      <PlacesPage {...props} />
    </ul>
  )
}
