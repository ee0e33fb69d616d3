import { choiceLabel, defaultPeriod, listSeparator, periods, shownColumn, type AnyResource } from '@adsite/contract'
import { useLanguage, useLocalize } from '@adsite/i18n'
import { mdiCalendarRange } from '@mdi/js'
import type { ReactNode } from 'react'
import { useKitText } from '../../base/texts.ts'
import { lazyPart } from '../../on-demand/lazy-part.tsx'
import { PanelWaiting, ToolPopover } from '../../element/ToolPopover.tsx'
import type { ResourceListState } from '../state/use-resource-list.ts'
import styles from './toolbar.module.css'

const PeriodPanel = lazyPart(() => import('./PeriodPanel.tsx'), PanelWaiting)

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
      load={PeriodPanel.preload}
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

/** Says which of the shown columns are not compared with the preceding period, because they do not depend on the period. */
export function NotCompared({ resource, list }: PeriodToolProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const language = useLanguage()
  if (list.query['compare'] === undefined || list.metrics.length === 0 || list.paces.length === 0) return null
  const columns = list.columns.filter((name) => list.paces.some((pace) => pace === name))
  const labels = columns.map((name) => localize(shownColumn(resource, name).label)).join(listSeparator(language))
  return <p className={styles.note}>{text('paces_not_compared', { columns: labels })}</p>
}
