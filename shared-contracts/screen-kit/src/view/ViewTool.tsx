import { mdiBookmarkOutline } from '@mdi/js'
import { lazy, type ReactNode } from 'react'
import { ToolPopover } from '../element/ToolPopover.tsx'
import { useKitText } from '../base/texts.ts'
import type { SavedViewsState } from './use-saved-views.ts'

const loadPanel = () => import('./ViewPanel.tsx')
const ViewPanel = lazy(loadPanel)

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
    <ToolPopover label={text('views')} icon={mdiBookmarkOutline} compact={compact} placement="bottomLeft" shown={shown} load={loadPanel}>
      {(close) => <ViewPanel list={list} state={state} close={close} />}
    </ToolPopover>
  )
}
