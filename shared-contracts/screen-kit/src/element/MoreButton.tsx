import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useKitText } from '../base/texts.ts'

interface MoreButtonProps {
  readonly onClick: () => void
  readonly size?: 'small'
}

/** Below a page of a list that continues: loads and appends the next page. */
export function MoreButton(props: MoreButtonProps): ReactNode {
  return <Button {...props}>{useKitText()('show_more')}</Button>
}
