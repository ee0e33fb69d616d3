import { mdiAlertCircleOutline, mdiTrayRemove } from '@mdi/js'
import type { ApiError } from '@adsite/api-client'
import type { ReactNode, Ref } from 'react'
import { Icon } from './Icon.tsx'
import { RetryButton } from './RetryButton.tsx'
import kit from '../base/kit.module.css'
import styles from './element.module.css'
import { useKitText } from '../base/texts.ts'

interface NoticeProps {
  /** Absent if the page title already says it. */
  readonly title?: string
  readonly icon?: string
  readonly children?: ReactNode
}

/** Shown in place of content that is empty, not found or not loaded. */
export function Notice({ title, icon = mdiTrayRemove, children }: NoticeProps): ReactNode {
  return (
    <div className={styles.empty}>
      <span className={kit.muted}>
        <Icon path={icon} size={40} />
      </span>
      {title ? <h2 tabIndex={-1}>{title}</h2> : null}
      {children}
    </div>
  )
}

/** A failed query: the API's message, and 再試行. */
export function LoadFailure({ error, retry }: { error: ApiError; retry: () => void }): ReactNode {
  const text = useKitText()
  return (
    <div className={kit.panel} role="alert">
      <Notice title={text('load_failed')} icon={mdiAlertCircleOutline}>
        <p className={kit.muted}>{error.message}</p>
        <RetryButton onClick={retry} />
      </Notice>
    </div>
  )
}

interface PartFailureProps {
  readonly error: Pick<ApiError, 'message'>
  readonly retry: () => void
  readonly ref?: Ref<HTMLParagraphElement>
}

/** The same in one line, for a part of what a screen shows. */
export function PartFailure({ error, retry, ref }: PartFailureProps): ReactNode {
  return (
    <p ref={ref} className={styles.partFailure} role="alert">
      {error.message} <RetryButton size="small" onClick={retry} />
    </p>
  )
}
