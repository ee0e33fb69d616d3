import { useApiQuery } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import { isNumeric, may, visibleFields, type AnyResource, type RouteWith } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { RouteLink, useShell } from '@adsite/remote'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { KitRecord, ListEndpoint, ListQueryOf } from '../base/resource-endpoints.ts'
import { PartFailure } from '../element/Notice.tsx'
import { ScrollBox } from '../element/ScrollBox.tsx'
import kit from '../base/kit.module.css'
import tableStyles from '../table/table.module.css'
import styles from './record.module.css'
import { entityParameters, useKitText } from '../base/texts.ts'
import { searchOf } from '../base/search-of.ts'
import { useCountText } from '../base/use-count-text.ts'
import { FieldValue } from '../value/FieldValue.tsx'
import type { Relation } from './RelatedRecords.tsx'
import { fieldOf } from '../base/field-of.ts'

interface RelatedTableProps<R extends AnyResource, E extends ListEndpoint> extends Omit<
  Relation,
  'resource' | 'list' | 'query' | 'createRoute'
> {
  readonly resource: R
  readonly list: E
  readonly query: ListQueryOf<E>
  /** Columns besides the title; those the role may not see are left out. */
  readonly columns: readonly (keyof R['fields'] & string)[]
  /** Its form is prefilled from the query; null: users cannot create these records. */
  readonly createRoute: RouteWith<never> | null
}

/** The table of any resource, as it works inside. */
type AnyRelatedTable = RelatedTableProps<AnyResource, ListEndpoint>

/** Maximum number of rows; the list has them all. */
const shown = 20

/** A link to a route with the relation in its query; not rendered if the role may not open it. */
function QueryLink({ route, query, children }: Pick<Relation, 'query'> & { route: RouteWith<never>; children: string }): ReactNode {
  const href = useShell().href(route)
  return href === null ? null : <Link to={`${href}?${searchOf(query)}`}>{children}</Link>
}

function Rows({
  resource,
  label,
  columns,
  detailRoute,
  records,
}: Omit<AnyRelatedTable, 'query'> & { records: readonly KitRecord[] }): ReactNode {
  const localize = useLocalize()
  const { title } = resource
  const sideOf = (name: string) => (isNumeric(fieldOf(resource, name)) ? tableStyles.figure : undefined)
  return (
    <ScrollBox label={localize(label ?? resource.label)}>
      <table className={styles.relatedTable}>
        <thead>
          <tr>
            {[title, ...columns].map((name) => (
              <th key={name} scope="col" className={sideOf(name)}>
                {localize(fieldOf(resource, name).label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.id}>
              <th scope="row">
                <RouteLink to={detailRoute} params={{ id: record.id }}>
                  {String(record[title])}
                </RouteLink>
              </th>
              {columns.map((name) => (
                <td key={name} className={sideOf(name)}>
                  <FieldValue field={fieldOf(resource, name)} name={name} record={record} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

/**
 * A section of the detail screen with a table of related records, newest first, for relations whose names alone
 * (RelatedRecords) say too little. Not rendered for roles that may not list them.
 */
export function RelatedTable<R extends AnyResource, E extends ListEndpoint>(props: RelatedTableProps<R, E>): ReactNode
export function RelatedTable(props: AnyRelatedTable): ReactNode {
  const { resource, list, query, label, columns, listRoute, createRoute } = props
  const text = useKitText()
  const localize = useLocalize()
  const counted = useCountText()
  const role = useRole()
  const allowed = may(role, resource.permissions.list)
  const { data, error, refetch } = useApiQuery(list, { query: { ...query, limit: '20' } }, { enabled: allowed })
  if (!allowed || role === null) return null
  const entity = entityParameters(resource, localize)
  const visible: readonly string[] = visibleFields(resource, role)
  const count = data && counted(data.page)
  return (
    <section className={kit.panel} aria-busy={!data && !error}>
      <div className={styles.relatedHead}>
        <h2>{label ? localize(label) : text('related_title', entity)}</h2>
        {count === undefined ? null : <span className={kit.small}>{count}</span>}
        {createRoute && resource.permissions.create && may(role, resource.permissions.create) ? (
          <QueryLink route={createRoute} query={query}>
            {text('create_entity', entity)}
          </QueryLink>
        ) : null}
      </div>
      {data ? null : error ? (
        <div className={styles.side}>
          <PartFailure error={error} retry={() => void refetch()} />
        </div>
      ) : (
        <div className={styles.side}>
          <span className={kit.bone} />
        </div>
      )}
      {data?.data.length === 0 ? <p className={`${styles.side} ${kit.small}`}>{text('no_records', entity)}</p> : null}
      {data && data.data.length > 0 ? (
        <Rows {...props} columns={columns.filter((name) => visible.includes(name))} records={data.data} />
      ) : null}
      {data && count && data.page.total > shown ? (
        <div className={styles.relatedFoot}>
          <QueryLink route={listRoute} query={query}>
            {text('related_all', { count })}
          </QueryLink>
        </div>
      ) : null}
    </section>
  )
}
