import type { RecordRoute } from '../element/RecordLink.tsx'
import { useRole } from '@adsite/auth'
import { useLocalize } from '@adsite/i18n'
import type { AnyResource } from '@adsite/contract'
import { lazy, Suspense, useMemo, type ReactNode } from 'react'
import { LoadFailure, Notice } from '../element/Notice.tsx'
import { kit } from '../base/styles.tsx'
import { entityParameters, useKitText } from '../base/texts.ts'
import { phone, useMediaQuery } from '../base/use-media-query.ts'
import { bulkActionsOf } from './bulk/bulk-actions.ts'
import { ListCards } from './rows/ListCards.tsx'
import { ListPaging } from './rows/ListPaging.tsx'
import { ListTable } from './rows/ListTable.tsx'
import { ListToolbar } from './toolbar/ListToolbar.tsx'
import { useResourceList, type ListOptions } from './state/use-resource-list.ts'
import { useSelection } from './state/use-selection.ts'
import type { ListEndpoints, ListQueryOf } from '../base/resource-endpoints.ts'

const BulkBar = lazy(() => import('./bulk/BulkBar.tsx'))

type SectionListProps<E extends ListEndpoints> = Omit<ListOptions, 'endpoints' | 'fixed'> &
  RecordRoute & {
    readonly endpoints: E
    /** The part of the address that is this list's: each list of a page has another. */
    readonly prefix: string
    readonly fixed: ListQueryOf<E['list']>
    /** What stands beside the heading: a way to add one. */
    readonly action?: ReactNode
    readonly emptyHint: string
  }

/** What is the same in every row is neither a column nor a filter. */
function withoutFields(resource: AnyResource, names: readonly string[]): AnyResource {
  const left = (fields: readonly string[]) => fields.filter((name) => !names.includes(name))
  return { ...resource, list: { ...resource.list, columns: left(resource.list.columns), filters: left(resource.list.filters) } }
}

/** The records of another resource that belong to this one, as a list within its detail: searched, filtered and walked as on its own. */
export function SectionList<E extends ListEndpoints>(props: SectionListProps<E>): ReactNode
export function SectionList({
  resource: whole,
  endpoints,
  prefix,
  fixed,
  detailRoute,
  detailParams,
  action,
  emptyHint,
}: SectionListProps<ListEndpoints>): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const role = useRole()
  const narrow = useMediaQuery(phone)
  const fixedFields = Object.keys(fixed).join()
  const resource = useMemo(() => withoutFields(whole, fixedFields.split(',')), [whole, fixedFields])
  const list = useResourceList({ resource, endpoints, prefix, fixed })
  const selection = useSelection(list.narrowedBy)
  const actions = bulkActionsOf(resource, endpoints.bulk, role)
  const entity = entityParameters(resource, localize)
  const Body = narrow ? ListCards : ListTable
  const narrowed = Object.keys(list.narrowedBy).length > 0
  return (
    <section className={kit.stack} aria-label={text('list_title', entity)}>
      <div className={kit.section_head}>
        <h2 className={kit.section_heading}>{text('list_title', entity)}</h2>
        {action}
      </div>
      <ListToolbar resource={resource} list={list} role={role} narrow={narrow} exportEndpoint={undefined} views={null} />
      {list.error ? (
        <LoadFailure error={list.error} retry={list.retry} />
      ) : list.rows?.length === 0 ? (
        <div className={kit.panel}>
          <Notice title={text(narrowed ? 'no_match' : 'no_records', entity)}>
            {narrowed || emptyHint !== '' ? <p className={kit.muted}>{narrowed ? text('no_match_hint') : emptyHint}</p> : null}
          </Notice>
        </div>
      ) : (
        <Body
          resource={resource}
          list={list}
          detailRoute={detailRoute}
          detailParams={detailParams}
          selection={actions.length > 0 ? selection : null}
        />
      )}
      {endpoints.bulk && actions.length > 0 && (selection.all || selection.ids.length > 0) ? (
        <Suspense>
          <BulkBar
            resource={resource}
            endpoint={endpoints.bulk}
            actions={actions}
            list={list}
            selection={selection}
            detailRoute={detailRoute}
            detailParams={detailParams}
          />
        </Suspense>
      ) : null}
      {list.toPrevious || list.toNext ? <ListPaging list={list} /> : null}
    </section>
  )
}
