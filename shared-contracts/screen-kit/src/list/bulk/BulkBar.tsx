import { bulkEditFields, type AnyResource, type BulkAction, type Editable } from '@adsite/contract'
import { formatCount, useLanguage, useLocalize } from '@adsite/i18n'
import { mdiChevronDown, mdiPencilOutline } from '@mdi/js'
import { Button, Dropdown } from 'antd'
import { useState, type ComponentType, type ReactNode } from 'react'
import { Icon } from '../../element/Icon.tsx'
import { lazyDialog } from '../../on-demand/lazy-part.tsx'
import sticky from '../../focus/sticky.module.css'
import { sticksToBottom } from '../../focus/sticky-bar.ts'
import type { RecordAddress } from '../../element/RecordLink.tsx'
import { useBulkText } from './texts.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'
import type { Selection } from '../state/use-selection.ts'
import { BulkDialog } from './BulkDialog.tsx'
import type { BulkTarget } from './use-bulk-run.ts'
import type { KitRecord, ListEndpoints } from '../../base/resource-endpoints.ts'
import { useReadOnly } from '../../read-only/use-read-only.ts'
import { UnavailableButton } from '../../element/UnavailableButton.tsx'
import { WriteButton } from '../../read-only/WriteButton.tsx'

const BulkEditDialog = lazyDialog(
  () => import('./BulkEditDialog.tsx'),
  ({ onClose }) => onClose(false),
)

interface BulkBarProps extends RecordAddress {
  readonly resource: AnyResource
  readonly endpoints: ListEndpoints
  readonly tool: ComponentType<BulkToolProps> | undefined
  readonly actions: readonly BulkAction[]
  /** The fields that the role edits; null: none. */
  readonly editable: Editable | null
  readonly list: ResourceListState
  readonly selection: Selection
}

/** What a tool of the screen does something with; record pages use it for their one record. */
export interface BulkToolProps {
  readonly target: BulkTarget
  /** The selected records; null unless all of them are on this page. */
  readonly records: readonly KitRecord[] | null
  /** Ends the selection. */
  readonly onDone?: () => void
}

/** The selection and its bulk actions. A separate chunk, because most visits select nothing. */
export default function BulkBar({
  resource,
  endpoints,
  tool: Tool,
  actions,
  editable,
  list,
  selection,
  ...address
}: BulkBarProps): ReactNode {
  const text = useBulkText()
  const localize = useLocalize()
  const language = useLanguage()
  const readOnly = useReadOnly()
  const [asked, setAsked] = useState<BulkAction | null>(null)
  const [editing, setEditing] = useState(false)
  const { page, rows = [] } = list
  const total = page ? `${formatCount(page.total, language)}${page.capped ? '+' : ''}` : ''
  const wholePage = rows.length > 0 && rows.every(({ id }) => selection.ids.includes(id))
  const more = page !== undefined && (page.capped || page.total > selection.ids.length)
  const chosen = rows.filter(({ id }) => selection.ids.includes(id))
  const records = !selection.all && chosen.length === selection.ids.length ? chosen : null
  const target = selection.all ? { filter: list.matching } : { ids: selection.ids }
  return (
    <section className={sticky.bar} ref={sticksToBottom} aria-label={text('bulk')}>
      <output>
        {selection.all
          ? text('bulk_all_selected', { total })
          : text('bulk_selected', { count: formatCount(selection.ids.length, language) })}
      </output>
      {wholePage && more ? (
        <Button type="link" size="small" onClick={selection.chooseAll}>
          {text('bulk_select_all', { total })}
        </Button>
      ) : null}
      {endpoints.edit && editable ? (
        <WriteButton type="primary" icon={<Icon path={mdiPencilOutline} />} onClick={() => setEditing(true)}>
          {text('bulk_edit')}
        </WriteButton>
      ) : null}
      {Tool ? <Tool target={target} records={records} onDone={selection.clear} /> : null}
      {endpoints.bulk && actions.length > 0 && readOnly !== null ? (
        <UnavailableButton label={text('bulk_actions')} reason={readOnly} />
      ) : null}
      {endpoints.bulk && actions.length > 0 && readOnly === null ? (
        <Dropdown
          trigger={['click']}
          menu={{
            items: actions.map((action) => ({ key: action.name, label: localize(action.label) })),
            onClick: ({ key }) => setAsked(actions.find((action) => action.name === key) ?? null),
          }}
        >
          <Button type={editable ? 'default' : 'primary'} aria-haspopup="menu" icon={<Icon path={mdiChevronDown} />} iconPlacement="end">
            {text('bulk_actions')}
          </Button>
        </Dropdown>
      ) : null}
      <Button onClick={selection.clear}>{text('bulk_clear')}</Button>
      {endpoints.edit && editable && editing ? (
        <BulkEditDialog
          resource={resource}
          endpoint={endpoints.edit}
          undo={endpoints.undo}
          fields={bulkEditFields(resource).filter((name) => editable.has(name))}
          target={target}
          hold={list.hold}
          {...address}
          onClose={(done) => {
            setEditing(false)
            if (done) selection.clear()
          }}
        />
      ) : null}
      {endpoints.bulk && asked ? (
        <BulkDialog
          resource={resource}
          endpoint={endpoints.bulk}
          action={asked}
          target={target}
          records={records}
          {...address}
          onClose={(done) => {
            setAsked(null)
            if (done) selection.clear()
          }}
        />
      ) : null}
    </section>
  )
}
