import { mdiBookmarkOutline } from '@mdi/js'
import type { ReactNode } from 'react'
import { lazyPart } from '../on-demand/lazy-part.tsx'
import { PanelWaiting, ToolPopover } from '../element/ToolPopover.tsx'
import { useKitText } from '../base/texts.ts'
import type { SavedViewsState } from './use-saved-views.ts'

const ViewPanel = lazyPart(() => import('./ViewPanel.tsx'), PanelWaiting)

interface ViewToolProps {
  /** The list the views belong to, as in `useSavedViews`. */
  readonly list: string
  readonly state: SavedViewsState
  readonly compact: boolean
}

/** Shows the name of the current view; opens the panel with the other views and their actions. */
export function ViewTool({ list, state, compact }: ViewToolProps): ReactNode {
  const text = useKitText()
  const { current, changed } = state
  const shown = current ? (changed ? text('view_changed', { name: current.name }) : current.name) : text('view_none')
  return (
    <ToolPopover
      label={text('views')}
      icon={mdiBookmarkOutline}
      compact={compact}
      placement="bottomLeft"
      shown={shown}
      load={ViewPanel.preload}
    >
      {(close) => <ViewPanel list={list} state={state} close={close} />}
    </ToolPopover>
  )
}
