import { listHref, type ListAddress } from '../element/list-address.ts'
import { useRole } from '@adsite/auth'
import { may, type AnyResource, type ResourceRecord } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { mdiMagnifyClose, mdiPencilOutline } from '@mdi/js'
import { Button } from 'antd'
import type { ComponentType, ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useAddressQuery } from '../address/use-address-query.ts'
import { Icon } from '../element/Icon.tsx'
import { lazyPart } from '../on-demand/lazy-part.tsx'
import { LoadFailure, Notice } from '../element/Notice.tsx'
import { Page, recordTab } from '../element/Page.tsx'
import type { DetailEndpoints, KitRecord } from '../base/resource-endpoints.ts'
import { useReadOnly } from '../read-only/use-read-only.ts'
import kit from '../base/kit.module.css'
import { useLostFocus } from '../focus/use-lost-focus.ts'
import styles from './record.module.css'
import { UnavailableButton } from '../element/UnavailableButton.tsx'
import { entityParameters, useKitText } from '../base/texts.ts'
import { StateTag } from '../base/StateTag.tsx'
import type { Followed } from '../form/state/use-followed.ts'
import { RecordActions } from '../action/RecordActions.tsx'
import { RecordAudit } from './RecordAudit.tsx'
import { RecordDelete } from './RecordDelete.tsx'
import { RecordHistory } from './RecordHistory.tsx'
import { RecordNames } from '../reference-select/RecordNames.tsx'
import { RecordSections } from './RecordSections.tsx'
import { WaitingChanges } from '../second-person/WaitingChanges.tsx'
import { useResourceRecord } from './use-resource-record.ts'

function FormWaiting({ resource }: { readonly resource: AnyResource }): ReactNode {
  const role = useRole()
  return role === null ? null : <RecordSections resource={resource} role={role} record={undefined} />
}

const ResourceForm = lazyPart(async () => ({ default: (await import('../form/ResourceForm.tsx')).ResourceForm }), FormWaiting)

/** The list is linked from the page of a missing or deleted record. */
type ResourceDetailProps<R extends AnyResource> = ListAddress & {
  readonly resource: R
  readonly endpoints: DetailEndpoints<ResourceRecord<R>>
  /** Id of the record; absent: the route's `id` parameter. */
  readonly id?: string | undefined
  /** Derived inputs of the form. */
  readonly followed?: (record: ResourceRecord<R>) => Followed<R>
  /** Shown above all other content. */
  readonly lead?: ComponentType<{ readonly record: ResourceRecord<R> }>
  /** Height that is kept for `lead` until the record is there, so that it moves nothing down (px). */
  readonly leadRoom?: number
  /** What users work on. It stands with `lead` across the whole width, before the fields, which then are one compact card of settings. */
  readonly work?: ComponentType<{ readonly record: ResourceRecord<R> }>
  /** Message after saving these fields instead of the usual one; null: the usual one. */
  readonly savedWords?: (id: number, changed: readonly string[]) => Promise<string | null>
  /** Additional buttons of the screen, placed before the standard ones. */
  readonly actions?: ComponentType<{ readonly record: ResourceRecord<R> }>
  /** Additional sections of the screen, placed below those of the fields. */
  readonly children?: (record: ResourceRecord<R>) => ReactNode
}

function Missing({ resource, list }: { resource: AnyResource; list: ListAddress }): ReactNode {
  const href = listHref(useShell(), list)
  const text = useKitText()
  const entity = entityParameters(resource, useLocalize())
  return (
    <Page title={text('not_found', entity)}>
      <div className={kit.panel}>
        <Notice icon={mdiMagnifyClose}>
          <p className={kit.muted}>{text('not_found_hint')}</p>
          {href === null ? null : <Link to={href}>{text('list_title', entity)}</Link>}
        </Notice>
      </div>
    </Page>
  )
}

/** Placeholder for a loading title, with a text for screen readers because a heading must not be empty. */
function TitleToCome(): ReactNode {
  return (
    <span className={kit.bone} style={{ width: 280 }}>
      <span className={kit.hidden}>{useKitText()('loading')}</span>
    </span>
  )
}

/** The title of a record with its state: the first field whose choices have colours. */
function RecordTitle({ resource, record }: { resource: AnyResource; record: KitRecord }): ReactNode {
  const states = Object.entries(resource.fields).flatMap(
    ([name, field]) => field.choices?.items.filter((item) => item.key === record[name]) ?? [],
  )
  const state = states.find((choice) => choice.colour)
  return (
    <>
      {String(record[resource.title])}
      {state ? <StateTag choice={state} /> : null}
    </>
  )
}

/** The detail screen of a resource and, with `?edit=1`, its edit form. */
export function ResourceDetail<R extends AnyResource>({
  resource,
  endpoints,
  id: given,
  followed,
  lead: Lead,
  leadRoom,
  work: Work,
  savedWords,
  actions: Actions,
  children,
  ...list
}: ResourceDetailProps<R>): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const role = useRole()
  const shell = useShell()
  const { id: addressed = '' } = useParams<'id'>()
  const id = given ?? addressed
  const [search, changeSearch] = useAddressQuery()
  const readOnly = useReadOnly()
  const { record, missing, error, retry } = useResourceRecord<ResourceRecord<R>>(endpoints.get, id)
  const { update } = resource.permissions
  const mayEdit = update !== null && may(role, update)

  const isEditing = search.get('edit') === '1'
  const editButton = useLostFocus<HTMLButtonElement>(isEditing)
  const setEditing = (editing: boolean) => changeSearch(() => new URLSearchParams(editing ? { edit: '1' } : {}))

  if (missing || role === null) return <Missing resource={resource} list={list} />
  if (error) {
    return (
      <Page title={localize(resource.label)}>
        <LoadFailure error={error} retry={retry} />
      </Page>
    )
  }
  const blocked = readOnly ?? record?.blocked?.['update']
  if (mayEdit && endpoints.update && record && !blocked && isEditing) {
    const entity = entityParameters(resource, localize)
    return (
      <Page title={text('edit_title', entity)} tab={recordTab(String(record[resource.title]), text('edit_title', entity))}>
        <ResourceForm
          resource={resource}
          endpoint={endpoints.update}
          record={record}
          {...(followed ? { followed: followed(record) } : {})}
          onSaved={(saved, _, changed) => {
            setEditing(false)
            void Promise.resolve(savedWords?.(saved, changed) ?? null).then((words) => {
              shell.alert('success', [words ?? text('updated', entity)], { autoClose: true })
            })
          }}
          onCancel={() => setEditing(false)}
        />
      </Page>
    )
  }
  return (
    <Page
      title={record ? <RecordTitle resource={resource} record={record} /> : <TitleToCome />}
      tab={record ? recordTab(String(record[resource.title]), localize(resource.label)) : undefined}
      actions={
        record ? (
          <>
            {Actions ? <Actions record={record} /> : null}
            <RecordActions resource={resource} endpoints={endpoints} record={record} />
            <RecordDelete resource={resource} endpoint={endpoints.delete} record={record} {...list} />
            {mayEdit && blocked ? (
              <UnavailableButton label={text('edit')} reason={blocked} icon={<Icon path={mdiPencilOutline} />} />
            ) : null}
            {mayEdit && !blocked ? (
              <Button
                ref={editButton}
                type="primary"
                icon={<Icon path={mdiPencilOutline} />}
                onClick={() => setEditing(true)}
                onPointerEnter={() => void ResourceForm.preload()}
                onFocus={() => void ResourceForm.preload()}
              >
                {text('edit')}
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      <RecordNames resource={resource} record={record}>
        {record && Work ? (
          <>
            {Lead ? <Lead record={record} /> : null}
            <Work record={record} />
          </>
        ) : null}
        <div className={styles.detail}>
          <div className={kit.stack}>
            {record && resource.fourEyes ? <WaitingChanges entity={resource.name} resource={resource} id={record.id} /> : null}
            {record && Lead && !Work ? <Lead record={record} /> : null}
            {record || leadRoom === undefined ? null : <div className={kit.panel} style={{ height: leadRoom }} aria-hidden="true" />}
            <RecordSections resource={resource} role={role} record={record} compact={Work !== undefined} />
            {record && children ? children(record) : null}
          </div>
          <div className={kit.stack}>
            <RecordAudit record={record} />
            <RecordHistory resource={resource} role={role} endpoint={endpoints.history} undo={endpoints.undo} id={id} />
          </div>
        </div>
      </RecordNames>
    </Page>
  )
}
