import { pageSizes } from '@adsite/contract'
import { mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { Icon } from '../../element/Icon.tsx'
import styles from './rows.module.css'
import { useKitText } from '../../base/texts.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'

/**
 * Paging by cursor instead of page number (spec/design "Lists at scale"): each page contains the cursor of the
 * next one. Until a page has loaded the buttons are disabled, because a cursor is not valid under another filter
 * or sort order.
 */
export function ListPaging({ list }: { list: ResourceListState }): ReactNode {
  const text = useKitText()
  return (
    <nav className={styles.paging} aria-label={text('pages')}>
      <Select
        aria-label={text('page_size')}
        value={list.pageSize}
        options={pageSizes.map((size) => ({ value: size, label: text('rows', { count: size }) }))}
        onChange={(size: number) => list.change({ limit: String(size) })}
        style={{ width: 104 }}
      />
      <span className={styles.pages}>
        <Button disabled={list.stale || !list.toPrevious} onClick={() => list.toPrevious?.()} icon={<Icon path={mdiChevronLeft} />}>
          {text('previous')}
        </Button>
        <Button
          disabled={list.stale || !list.toNext}
          onClick={() => list.toNext?.()}
          icon={<Icon path={mdiChevronRight} />}
          iconPlacement="end"
        >
          {text('next')}
        </Button>
      </span>
    </nav>
  )
}
