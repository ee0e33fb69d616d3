import { useApiQuery } from '@adsite/api-client'
import type { AnyResource, RouteWith, Text } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { RouteLink, useShell } from '@adsite/remote'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ListAnswer, ListEndpoint, ListParameters, ListQueryOf } from '../base/resource-endpoints.ts'
import { LinkButton } from '../element/LinkButton.tsx'
import { PartFailure } from '../element/Notice.tsx'
import kit from '../base/kit.module.css'
import styles from './record.module.css'
import { entityParameters, useKitText } from '../base/texts.ts'
import { searchOf } from '../base/search-of.ts'
import { useCountText } from '../base/use-count-text.ts'

/** Records related to another record, defined by the query of their list. */
export interface Relation {
  readonly resource: AnyResource
  readonly list: ListEndpoint
  readonly listRoute: RouteWith<never>
  readonly detailRoute: RouteWith<'id'>
  readonly query: ListParameters
  /** Its form is prefilled from `createQuery`, or else from the query; absent: no create link. */
  readonly createRoute?: RouteWith<never>
  readonly createQuery?: Readonly<Record<string, string>>
  /** Label for when creating has another name (such as inviting). */
  readonly createLabel?: Text
  /** Their relation to the record, if their own name does not express it. */
  readonly label?: Text
}

/** A relation whose filters are checked against its list. */
export function relation<E extends ListEndpoint>(checked: Omit<Relation, 'list' | 'query'> & { list: E; query: ListQueryOf<E> }): Relation
export function relation(checked: Relation): Relation {
  return checked
}

/** Number of records named; the rest is counted and linked to the list. */
const named = 5

function RelatedNames({ relation, href, answer }: { relation: Relation; href: string; answer: ListAnswer }): ReactNode {
  const text = useKitText()
  const count = useCountText()
  const { resource, detailRoute, query } = relation
  const { total } = answer.page
  if (total === 0) return <span className={kit.muted}>{text('related_none')}</span>
  return (
    <ul className={styles.related}>
      {answer.data.slice(0, named).map((record) => (
        <li key={record.id}>
          <RouteLink to={detailRoute} params={{ id: record.id }}>
            {String(record[resource.title])}
          </RouteLink>
        </li>
      ))}
      {total > named ? (
        <li>
          <Link to={`${href}?${searchOf(query)}`}>{text('related_all', { count: count(answer.page) })}</Link>
        </li>
      ) : null}
    </ul>
  )
}

function RelatedRow({ relation, href }: { relation: Relation; href: string }): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const shell = useShell()
  const { resource, list, query, label, createRoute, createLabel } = relation
  const create = createRoute === undefined ? null : shell.href(createRoute)
  const { data, error, refetch } = useApiQuery(list, { query: { ...query, limit: '20' } })
  return (
    <div className={kit.fact} aria-busy={!data && !error}>
      <dt>{label ? localize(label) : text('related_title', entityParameters(resource, localize))}</dt>
      <dd className={styles.relatedValue}>
        <div className={styles.relatedNames}>
          {data ? (
            <RelatedNames relation={relation} href={href} answer={data} />
          ) : error ? (
            <PartFailure error={error} retry={() => void refetch()} />
          ) : (
            <span className={kit.bone} />
          )}
        </div>
        {create === null ? null : (
          <LinkButton href={`${create}?${searchOf(relation.createQuery ?? query)}`}>
            {createLabel ? localize(createLabel) : text('create_entity', entityParameters(resource, localize))}
          </LinkButton>
        )}
      </dd>
    </div>
  )
}

/** Links to related records: the newest few by name, and all of them in their list. Omits lists that the role may not open. */
export function RelatedRecords({ relations }: { relations: readonly Relation[] }): ReactNode {
  const text = useKitText()
  const shell = useShell()
  const open = relations.flatMap((relation) => {
    const href = shell.href(relation.listRoute)
    return href === null ? [] : [{ relation, href }]
  })
  if (open.length === 0) return null
  return (
    <section className={kit.panel}>
      <h2 className={kit.sectionTitle}>{text('related')}</h2>
      <dl className={kit.fields}>
        {open.map(({ relation, href }) => (
          <RelatedRow key={relation.listRoute} relation={relation} href={href} />
        ))}
      </dl>
    </section>
  )
}
