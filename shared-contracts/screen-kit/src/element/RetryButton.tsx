import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useKitText } from '../base/texts.ts'

interface RetryButtonProps {
  readonly onClick: () => void
  readonly size?: 'small'
}

/** Beside what could not be read: asks for it again. */
export function RetryButton(props: RetryButtonProps): ReactNode {
  return <Button {...props}>{useKitText()('retry')}</Button>
}
