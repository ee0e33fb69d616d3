import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useKitText } from '../base/texts.ts'

interface RetryButtonProps {
  readonly onClick: () => void
  readonly size?: 'small'
}

/** Retries a failed query; shown next to the error. */
export function RetryButton(props: RetryButtonProps): ReactNode {
  return <Button {...props}>{useKitText()('retry')}</Button>
}
