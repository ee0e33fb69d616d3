import type { AnyResource, Endpoint } from '@adsite/contract'
import { mdiDownloadOutline, mdiViewColumnOutline } from '@mdi/js'
import { lazy, type ReactNode } from 'react'
import { ToolPopover } from '../../element/ToolPopover.tsx'
import { useKitText } from '../../base/texts.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'

const loadColumns = () => import('./ColumnPanel.tsx')
const loadExport = () => import('./ExportPanel.tsx')
const ColumnPanel = lazy(loadColumns)
const ExportPanel = lazy(loadExport)

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
      <ToolPopover label={text('columns')} icon={mdiViewColumnOutline} compact={narrow} load={loadColumns}>
        {() => <ColumnPanel resource={resource} list={list} />}
      </ToolPopover>
      {exportEndpoint ? (
        <ToolPopover label={text('export')} icon={mdiDownloadOutline} compact={narrow} load={loadExport}>
          {(close) => <ExportPanel endpoint={exportEndpoint} list={list} close={close} />}
        </ToolPopover>
      ) : null}
    </>
  )
}
