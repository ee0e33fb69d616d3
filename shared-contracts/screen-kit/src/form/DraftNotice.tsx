import { mdiHistory } from '@mdi/js'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Icon } from '../element/Icon.tsx'
import kit from '../base/kit.module.css'
import styles from './form.module.css'
import { useKitText } from '../base/texts.ts'

/** Tells the user that a draft was restored, and lets them discard it. */
export function DraftNotice({ discard }: { discard: () => void }): ReactNode {
  const text = useKitText()
  return (
    <div className={styles.notice}>
      <Icon path={mdiHistory} />
      <output className={kit.grow}>{text('draft_restored')}</output>
      <Button size="small" onClick={discard}>
        {text('draft_discard')}
      </Button>
    </div>
  )
}
