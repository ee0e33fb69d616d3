import { Button } from 'antd'
import type { ReactNode } from 'react'
import styles from './toolbar.module.css'
import { useKitText } from '../../base/texts.ts'
import { useCountText } from '../../base/use-count-text.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'

/** The number of matches, announced to screen readers on change. Beyond 10,000 the exact number is counted on demand. */
export function ListCount({ list }: { list: ResourceListState }): ReactNode {
  const text = useKitText()
  const count = useCountText()
  const { page } = list
  return (
    <div className={styles.count}>
      <output>{page ? count(page) : ''}</output>
      {list.countExactly ? (
        <Button size="small" onClick={list.countExactly}>
          {text('count_exactly')}
        </Button>
      ) : null}
    </div>
  )
}
