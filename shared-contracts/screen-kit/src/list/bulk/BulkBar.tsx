import type { AnyResource } from '@adsite/contract'
import { formatCount, useLanguage, useLocalize } from '@adsite/i18n'
import { mdiChevronDown } from '@mdi/js'
import { Button, Dropdown } from 'antd'
import { useState, type ReactNode } from 'react'
import { Icon } from '../../element/Icon.tsx'
import kit from '../../base/kit.module.css'
import type { RecordAddress } from '../../element/RecordLink.tsx'
import { useBulkText } from './texts.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'
import type { Selection } from '../state/use-selection.ts'
import { BulkDialog } from './BulkDialog.tsx'
import type { BulkAction } from './bulk-actions.ts'
import type { BulkEndpoint } from '../../base/resource-endpoints.ts'

interface BulkBarProps extends RecordAddress {
  readonly resource: AnyResource
  readonly endpoint: BulkEndpoint
  readonly actions: readonly BulkAction[]
  readonly list: ResourceListState
  readonly selection: Selection
}

/** The selection and its bulk actions. A separate chunk, because most visits select nothing. */
export default function BulkBar({ resource, endpoint, actions, list, selection, ...address }: BulkBarProps): ReactNode {
  const text = useBulkText()
  const localize = useLocalize()
  const language = useLanguage()
  const [asked, setAsked] = useState<BulkAction | null>(null)
  const { page, rows = [] } = list
  const total = page ? `${formatCount(page.total, language)}${page.capped ? '+' : ''}` : ''
  const wholePage = rows.length > 0 && rows.every(({ id }) => selection.ids.includes(id))
  const more = page !== undefined && (page.capped || page.total > selection.ids.length)
  return (
    <section className={kit.bar} aria-label={text('bulk')}>
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
      <Dropdown
        trigger={['click']}
        menu={{
          items: actions.map((action) => ({ key: action.name, label: localize(action.label) })),
          onClick: ({ key }) => setAsked(actions.find((action) => action.name === key) ?? null),
        }}
      >
        <Button type="primary" aria-haspopup="menu" icon={<Icon path={mdiChevronDown} />} iconPlacement="end">
          {text('bulk_actions')}
        </Button>
      </Dropdown>
      <Button onClick={selection.clear}>{text('bulk_clear')}</Button>
      {asked ? (
        <BulkDialog
          resource={resource}
          endpoint={endpoint}
          action={asked}
          target={selection.all ? { filter: list.matching } : { ids: selection.ids }}
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
