import { choiceLabel, defaultPeriod, periods, type AnyResource } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { mdiCalendarRange } from '@mdi/js'
import { lazy, type ReactNode } from 'react'
import { useKitText } from '../../base/texts.ts'
import { ToolPopover } from '../../element/ToolPopover.tsx'
import type { ResourceListState } from '../state/use-resource-list.ts'

const loadPanel = () => import('./PeriodPanel.tsx')
const PeriodPanel = lazy(loadPanel)

interface PeriodToolProps {
  readonly resource: AnyResource
  readonly list: ResourceListState
}

/** The period of a list's metrics; renders nothing for a list without metrics. */
export function PeriodTool({ resource, list }: PeriodToolProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  if (!resource.list.delivery || list.metrics.length === 0) return null
  const period = list.query['period'] ?? defaultPeriod
  const name = choiceLabel(periods, period)
  return (
    <ToolPopover
      label={text('period')}
      icon={mdiCalendarRange}
      placement="bottomLeft"
      load={loadPanel}
      shown={
        <>
          {name ? localize(name) : period.replaceAll('-', '/').replace('..', ' – ')}
          {list.query['compare'] ? ` · ${text('compared')}` : null}
        </>
      }
    >
      {(close) => <PeriodPanel list={list} close={close} />}
    </ToolPopover>
  )
}
