import { RouteLink } from '@adsite/remote'
import { Panel } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { useRevenueText } from './texts.ts'

export function RevenueShareLink({ publisherGroupId }: { publisherGroupId: number }): ReactNode {
  const text = useRevenueText()
  return (
    <Panel title={text('title')}>
      <p>
        <RouteLink to="revenue_share.group" params={{ id: publisherGroupId }}>
          {text('open')}
        </RouteLink>
      </p>
    </Panel>
  )
}
