import { useRole } from '@adsite/auth'
import { viewParameters, type RouteWith, type Text } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { mdiPlus, mdiUploadOutline } from '@mdi/js'
import { Button } from 'antd'
import type { ComponentType, ReactNode } from 'react'
import { useNavigateHere } from '../address/use-navigate-here.ts'
import { Icon } from '../element/Icon.tsx'
import { Notice } from '../element/Notice.tsx'
import { Page } from '../element/Page.tsx'
import kit from '../base/kit.module.css'
import { entityParameters, useKitText } from '../base/texts.ts'
import { phone, useMediaQuery } from '../base/use-media-query.ts'
import type { BulkToolProps } from './bulk/BulkBar.tsx'
import { ListResults } from './ListResults.tsx'
import { ListToolbar } from './toolbar/ListToolbar.tsx'
import { useResourceList, type ListOptions, type ResourceListState } from './state/use-resource-list.ts'
import { useSavedViews } from '../view/use-saved-views.ts'

export interface ResourceListProps extends ListOptions {
  /** Route of one record, with `:id`; null if records have no page. */
  readonly detailRoute: RouteWith<'id'> | null
  /** Route of the create screen; null if users cannot create these records. */
  readonly createRoute: RouteWith<never> | null
  /** Route of the import screen (`ResourceImport`); absent: no import. */
  readonly importRoute?: RouteWith<never>
  /** Title, if it differs from the resource's name (such as order status); same as in the menu. */
  readonly title?: Text
  /** Label for when creating has another name (such as inviting). */
  readonly createLabel?: Text
  /** What to do first, shown when there are no records at all. */
  readonly emptyHint: Text
  /** Same as `bulkTool` of `ListResults`. */
  readonly bulkTool?: ComponentType<BulkToolProps>
  /** Content above the list. */
  readonly children?: ReactNode
}

interface RouteButtonProps {
  readonly route: RouteWith<never>
  readonly label: string
  readonly icon: string
  readonly primary?: boolean
}

/** A link to a named route, styled as a button; absent if the role may not open it. */
function RouteButton({ route, label, icon, primary = false }: RouteButtonProps): ReactNode {
  const href = useShell().href(route)
  const navigate = useNavigateHere()
  if (href === null) return null
  return (
    <Button
      type={primary ? 'primary' : 'default'}
      icon={<Icon path={icon} />}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate(href)
      }}
    >
      {label}
    </Button>
  )
}

interface EmptyListProps {
  readonly list: ResourceListState
  readonly entity: ReturnType<typeof entityParameters>
  readonly hint: string | null
  readonly action: ReactNode
}

/** Shown for an empty list: there are no records, nothing matches, or the page has become empty. */
function EmptyList({ list, entity, hint, action }: EmptyListProps): ReactNode {
  const text = useKitText()
  if (Object.keys(list.narrowedBy).length > 0) {
    return (
      <Notice title={text('no_match', entity)}>
        <p className={kit.muted}>{text('no_match_hint')}</p>
        <Button onClick={list.clear}>{text('clear_filters')}</Button>
      </Notice>
    )
  }
  if (list.query['after'] || list.query['before']) {
    return (
      <Notice title={text('page_empty')}>
        <Button onClick={list.toFirst}>{text('first_page')}</Button>
      </Notice>
    )
  }
  return (
    <Notice title={text('no_records', entity)}>
      {hint === null ? null : <p className={kit.muted}>{hint}</p>}
      {action}
    </Notice>
  )
}

/** The list screen of a resource: search, filters, sorting and paging live in the URL; rows are a table or, on a phone, cards. */
export function ResourceList({
  resource,
  endpoints,
  detailRoute,
  createRoute,
  importRoute,
  title,
  createLabel,
  emptyHint,
  bulkTool,
  children,
}: ResourceListProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const role = useRole()
  const narrow = useMediaQuery(phone)
  const shell = useShell()
  const views = useSavedViews(resource.name, viewParameters(resource))
  const list = useResourceList({ resource, endpoints, paused: views.opening })
  const entity = entityParameters(resource, localize)
  const label = createLabel ? localize(createLabel) : text('create_entity', entity)
  const mayCreate = createRoute !== null && shell.href(createRoute) !== null
  const create = createRoute ? <RouteButton route={createRoute} label={label} icon={mdiPlus} primary /> : null

  return (
    <Page
      title={title ? localize(title) : text('list_title', entity)}
      actions={
        <>
          {importRoute ? <RouteButton route={importRoute} label={text('import')} icon={mdiUploadOutline} /> : null}
          {create}
        </>
      }
    >
      {children}
      <ListToolbar resource={resource} list={list} role={role} narrow={narrow} exportEndpoint={endpoints.export} views={views} />
      <ListResults
        resource={resource}
        endpoints={endpoints}
        list={list}
        bulkTool={bulkTool}
        narrow={narrow}
        detailRoute={detailRoute}
        detailParams={undefined}
        empty={
          <EmptyList list={list} entity={entity} hint={createRoute === null || mayCreate ? localize(emptyHint) : null} action={create} />
        }
        paged={Boolean(list.rows?.length || list.toPrevious || list.toNext)}
      />
    </Page>
  )
}
