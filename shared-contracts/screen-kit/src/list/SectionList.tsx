import type { RecordRoute } from '../element/RecordLink.tsx'
import { useRole } from '@adsite/auth'
import { useLocalize } from '@adsite/i18n'
import type { AnyResource } from '@adsite/contract'
import { useMemo, type ComponentType, type ReactNode } from 'react'
import { Notice } from '../element/Notice.tsx'
import kit from '../base/kit.module.css'
import styles from './list.module.css'
import { entityParameters, useKitText } from '../base/texts.ts'
import { phone, useMediaQuery } from '../base/use-media-query.ts'
import type { BulkToolProps } from './bulk/BulkBar.tsx'
import { ListResults } from './ListResults.tsx'
import { ListToolbar } from './toolbar/ListToolbar.tsx'
import { useResourceList, type ListOptions } from './state/use-resource-list.ts'
import type { ListEndpoints, ListQueryOf } from '../base/resource-endpoints.ts'

type SectionListProps<E extends ListEndpoints> = Omit<ListOptions, 'endpoints' | 'fixed'> &
  RecordRoute & {
    readonly endpoints: E
    /** Prefix of this list's parameters in the URL, unique per page. */
    readonly prefix: string
    readonly fixed: ListQueryOf<E['list']>
    /** Shown next to the heading, such as a create button. */
    readonly action?: ReactNode
    readonly emptyHint: string
    /** Same as `bulkTool` of `ListResults`. */
    readonly bulkTool?: ComponentType<BulkToolProps>
  }

/** Fields that are equal in all rows appear neither as columns nor as filters. */
function withoutFields(resource: AnyResource, names: readonly string[]): AnyResource {
  const left = (fields: readonly string[]) => fields.filter((name) => !names.includes(name))
  return { ...resource, list: { ...resource.list, columns: left(resource.list.columns), filters: left(resource.list.filters) } }
}

/** The related records of another resource, as a list within a detail page: with search, filters and paging like a list of its own. */
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
  bulkTool,
}: SectionListProps<ListEndpoints>): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const role = useRole()
  const narrow = useMediaQuery(phone)
  const fixedFields = Object.keys(fixed).join()
  const resource = useMemo(() => withoutFields(whole, fixedFields.split(',')), [whole, fixedFields])
  const list = useResourceList({ resource, endpoints, prefix, fixed })
  const entity = entityParameters(resource, localize)
  const narrowed = Object.keys(list.narrowedBy).length > 0
  return (
    <section className={kit.stack} aria-label={text('list_title', entity)}>
      <div className={styles.sectionHead}>
        <h2 className={styles.sectionHeading}>{text('list_title', entity)}</h2>
        {action}
      </div>
      <ListToolbar resource={resource} list={list} role={role} narrow={narrow} exportEndpoint={undefined} views={null} />
      <ListResults
        resource={resource}
        endpoints={endpoints}
        list={list}
        bulkTool={bulkTool}
        narrow={narrow}
        detailRoute={detailRoute}
        detailParams={detailParams}
        empty={
          <Notice title={text(narrowed ? 'no_match' : 'no_records', entity)}>
            {narrowed || emptyHint !== '' ? <p className={kit.muted}>{narrowed ? text('no_match_hint') : emptyHint}</p> : null}
          </Notice>
        }
        paged={Boolean(list.toPrevious || list.toNext)}
      />
    </section>
  )
}
