import type { AnyResource, Endpoint } from '@adsite/contract'
import { mdiDownloadOutline, mdiViewColumnOutline } from '@mdi/js'
import type { ReactNode } from 'react'
import { lazyPart } from '../../on-demand/lazy-part.tsx'
import { PanelWaiting, ToolPopover } from '../../element/ToolPopover.tsx'
import { useKitText } from '../../base/texts.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'

const ColumnPanel = lazyPart(() => import('./ColumnPanel.tsx'), PanelWaiting)
const ExportPanel = lazyPart(() => import('./ExportPanel.tsx'), PanelWaiting)

interface ListToolsProps {
  readonly resource: AnyResource
  readonly list: ResourceListState
  readonly exportEndpoint: Endpoint | undefined
  readonly narrow: boolean
}

/** Tools for the list as a whole: columns and export. */
export function ListTools({ resource, list, exportEndpoint, narrow }: ListToolsProps): ReactNode {
  const text = useKitText()
  return (
    <>
      <ToolPopover label={text('columns')} icon={mdiViewColumnOutline} compact={narrow} load={ColumnPanel.preload}>
        {() => <ColumnPanel resource={resource} list={list} />}
      </ToolPopover>
      {exportEndpoint ? (
        <ToolPopover label={text('export')} icon={mdiDownloadOutline} compact={narrow} load={ExportPanel.preload}>
          {(close) => <ExportPanel endpoint={exportEndpoint} list={list} close={close} />}
        </ToolPopover>
      ) : null}
    </>
  )
}
