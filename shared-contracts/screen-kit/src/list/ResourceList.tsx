import { useRole } from '@adsite/auth'
import type { Text } from '@adsite/contract'
import { useText } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { mdiPlus } from '@mdi/js'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { Icon } from '../base/Icon.tsx'
import { LoadFailure, Notice } from '../base/Notice.tsx'
import { Page } from '../base/Page.tsx'
import { kit } from '../base/styles.tsx'
import { entityParameters, useKitText } from '../base/texts.ts'
import { phone, useMediaQuery } from '../base/use-media-query.ts'
import { ListCards } from './ListCards.tsx'
import { ListPaging } from './ListPaging.tsx'
import { ListTable } from './ListTable.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { useResourceList, type ListOptions, type ResourceListState } from './use-resource-list.ts'

interface ResourceListProps extends ListOptions {
  /** Route of one record, with `:id`. */
  readonly detailRoute: string
  /** Route of the create screen; null: nobody creates these records by hand. */
  readonly createRoute: string | null
  /** What to do first when there is no record at all. */
  readonly emptyHint: Text
}

function CreateButton({ route, label }: { route: string; label: string }): ReactNode {
  const href = useShell().href(route)
  const navigate = useNavigate()
  if (href === null) return null
  return (
    <Button
      type="primary"
      icon={<Icon path={mdiPlus} />}
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
  readonly hint: string
  readonly action: ReactNode
}

/** Nothing to show: because nothing exists, because nothing matches, or because the page has emptied meanwhile. */
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
      <p className={kit.muted}>{hint}</p>
      {action}
    </Notice>
  )
}

/** The list screen of a resource: search, filters, sorts and pages in the address, a table or (on a phone) cards. */
export function ResourceList({ resource, endpoints, detailRoute, createRoute, emptyHint }: ResourceListProps): ReactNode {
  const text = useKitText()
  const read = useText()
  const role = useRole()
  const narrow = useMediaQuery(phone)
  const list = useResourceList({ resource, endpoints })
  const entity = entityParameters(read(resource.label))
  const create = createRoute ? <CreateButton route={createRoute} label={text('create_entity', entity)} /> : null
  const Body = narrow ? ListCards : ListTable

  return (
    <Page title={text('list_title', entity)} actions={create}>
      <ListToolbar resource={resource} list={list} role={role} narrow={narrow} />
      {list.error ? (
        <LoadFailure error={list.error} retry={list.retry} />
      ) : list.rows?.length === 0 ? (
        <div className={kit.panel}>
          <EmptyList list={list} entity={entity} hint={read(emptyHint)} action={create} />
        </div>
      ) : (
        <Body resource={resource} list={list} detailRoute={detailRoute} />
      )}
      {list.rows?.length || list.toPrevious || list.toNext ? <ListPaging list={list} /> : null}
    </Page>
  )
}
