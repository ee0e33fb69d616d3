import type { AnyResource, Endpoint, Role } from '@adsite/contract'
import { mdiFilterVariant } from '@mdi/js'
import { Button } from 'antd'
import { useId, useRef, useState, type ReactNode } from 'react'
import { Icon } from '../../element/Icon.tsx'
import { lazyPart } from '../../on-demand/lazy-part.tsx'
import { UnusedConditions } from '../../element/UnusedConditions.tsx'
import kit from '../../base/kit.module.css'
import styles from './toolbar.module.css'
import { useKitText } from '../../base/texts.ts'
import { FilterChips } from './FilterChips.tsx'
import { figureFilters, filtersOf } from '../state/filters.ts'
import { ListCount } from './ListCount.tsx'
import { ListTools } from './ListTools.tsx'
import { NotCompared, PeriodTool } from './PeriodTool.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SortSelect } from './SortSelect.tsx'
import type { ResourceListState } from '../state/use-resource-list.ts'
import type { SavedViewsState } from '../../view/use-saved-views.ts'
import { ViewTool } from '../../view/ViewTool.tsx'

const FilterPanel = lazyPart(
  () => import('./FilterPanel.tsx'),
  () => <div className={kit.panel} style={{ height: 92 }} aria-busy="true" />,
)

interface ListToolbarProps {
  readonly resource: AnyResource
  readonly list: ResourceListState
  readonly role: Role | null
  /** On a phone the sort order is selected here, because cards have no column headers. */
  readonly narrow: boolean
  readonly exportEndpoint: Endpoint | undefined
  /** Null: this list has no saved views. */
  readonly views: SavedViewsState | null
}

/** Search, filters, active filters and the number of matches. */
export function ListToolbar({ resource, list, role, narrow, exportEndpoint, views }: ListToolbarProps): ReactNode {
  const text = useKitText()
  const panelId = useId()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const filters = filtersOf(resource, role)
  const active = [...filters, ...figureFilters(resource, list)]
    .flatMap((filter) => filter.parameters)
    .filter(({ parameter }) => list.narrowedBy[parameter] !== undefined).length
  return (
    <>
      <div className={styles.toolbar}>
        {narrow || !views ? null : <ViewTool list={resource.name} state={views} compact={false} />}
        {resource.list.search ? <SearchBox resource={resource} list={list} /> : null}
        {filters.length > 0 ? (
          <Button
            ref={opener}
            icon={<Icon path={mdiFilterVariant} />}
            aria-expanded={open}
            aria-controls={open ? panelId : undefined}
            onClick={() => setOpen(!open)}
            onPointerEnter={() => void FilterPanel.preload()}
            onFocus={() => void FilterPanel.preload()}
          >
            {text('filters')}
            {active > 0 ? (
              <span className={styles.badge}>
                <span aria-hidden="true">{active}</span>
                <span className={kit.hidden}>{text('filters_active', { count: active })}</span>
              </span>
            ) : null}
          </Button>
        ) : null}
        <PeriodTool resource={resource} list={list} />
        {narrow ? <SortSelect resource={resource} list={list} /> : null}
        {narrow ? null : <ListCount list={list} />}
        {narrow && views ? <ViewTool list={resource.name} state={views} compact /> : null}
        <ListTools resource={resource} list={list} exportEndpoint={exportEndpoint} narrow={narrow} />
        {narrow ? <ListCount list={list} /> : null}
      </div>
      {open ? <FilterPanel resource={resource} list={list} role={role} id={panelId} /> : null}
      <UnusedConditions conditions={list.unused} onDrop={list.dropUnused} />
      <FilterChips resource={resource} list={list} role={role} opener={opener} />
      <NotCompared resource={resource} list={list} />
    </>
  )
}
