import { formatCount, useLanguage } from '@adsite/i18n'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { kit } from '../base/styles.tsx'
import { useKitText } from '../base/texts.ts'
import type { ResourceListState } from './use-resource-list.ts'

/** How many match, spoken when it changes. Beyond 10,000 the exact number is counted only on demand. */
export function ListCount({ list }: { list: ResourceListState }): ReactNode {
  const text = useKitText()
  const language = useLanguage()
  const { page } = list
  const key = page?.capped ? 'count_capped' : page?.total === 1 ? 'count_one' : 'count'
  return (
    <div className={kit.count}>
      <output>{page ? text(key, { total: formatCount(page.total, language) }) : ''}</output>
      {list.countExactly ? (
        <Button size="small" onClick={list.countExactly}>
          {text('count_exactly')}
        </Button>
      ) : null}
    </div>
  )
}
