import { call, refreshed, useApiQuery } from '@adsite/api-client'
import { savedViewEndpoints, type SavedView } from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { mdiPencilOutline, mdiStar, mdiStarOutline } from '@mdi/js'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Icon } from '../element/Icon.tsx'
import { PartFailure } from '../element/Notice.tsx'
import kit from '../base/kit.module.css'
import styles from './view.module.css'
import { useViewText } from './texts.ts'
import { unlessGone } from './unless-gone.ts'
import type { SavedViewsState } from './use-saved-views.ts'
import { ViewForm } from './ViewForm.tsx'
import { WriteButton } from '../read-only/WriteButton.tsx'

interface ViewPanelProps {
  readonly list: string
  readonly state: SavedViewsState
  readonly close: () => void
}

function focusRow(rows: RefObject<HTMLUListElement | null>, place: number): void {
  const shown = [...(rows.current?.children ?? [])]
  ;(shown[place] ?? shown.at(-1))?.querySelector('button')?.focus()
}

/** The saved views: a click opens one, a star makes it the list's default. */
export default function ViewPanel({ list, state, close }: ViewPanelProps): ReactNode {
  const text = useViewText()
  const shell = useShell()
  // Null: the list of views; a view: its form; 'new': the form of a new view.
  const [editing, setEditing] = useState<SavedView | 'new' | null>(null)
  const { views, failure, current, changed, open, name } = state
  const rows = useRef<HTMLUListElement>(null)
  const placeOf = useEffectEvent((view: SavedView | 'new') => (view === 'new' ? views.length : views.indexOf(view)))
  /** The view whose form was open; null: a new one that was not saved. */
  const edited = useRef<number | null>(null)
  const focusEdited = useEffectEvent((place: number) => {
    const at = views.findIndex(({ id }) => id === edited.current)
    focusRow(rows, at === -1 ? place : at + 1)
  })
  // Views that were deleted elsewhere since the list was opened leave the panel.
  useApiQuery(savedViewEndpoints.list, { query: { resource: list } })
  useEffect(() => {
    if (editing === null) return undefined
    edited.current = editing === 'new' ? null : editing.id
    // The first row is the standard view.
    const place = placeOf(editing) + 1
    // The form goes with what was pressed in it: the row of its view gets the focus, or the one in its place.
    return () => focusEdited(place)
  }, [editing])

  /** Says that the view is not there any more; what the address shows stays as it is. */
  function tellGone(view: SavedView): void {
    shell.alert('warn', [text(view.own ? 'view_gone' : 'view_gone_shared', { name: view.name })])
    if (view.id === current?.id) name(null)
  }

  if (editing !== null) {
    return (
      <ViewForm
        list={list}
        view={editing === 'new' ? null : editing}
        query={state.state}
        onCancel={() => setEditing(null)}
        onDone={(id) => {
          setEditing(null)
          if (id !== undefined && id !== null) edited.current = id
          if (id !== undefined) name(id)
        }}
        onGone={(view) => {
          setEditing(null)
          tellGone(view)
        }}
        isCurrent={editing !== 'new' && editing.id === current?.id}
      />
    )
  }

  async function change(view: SavedView, action: () => Promise<unknown>): Promise<void> {
    const outcome = await shell.run(() => unlessGone(action()))
    await refreshed()
    if (!outcome.done || outcome.value) return
    tellGone(view)
    // What was pressed is gone with its row, or with the view that it would have changed.
    focusRow(rows, views.indexOf(view) + 1)
  }

  function choose(view: SavedView | null): void {
    open(view)
    close()
  }

  const row = (view: SavedView | null, label: string, more: ReactNode) => (
    <li key={view?.id ?? 0} className={kit.option}>
      <button
        type="button"
        className={styles.optionName}
        aria-current={(view?.id ?? null) === (current?.id ?? null) ? 'true' : undefined}
        onClick={() => choose(view)}
        title={label}
      >
        {label}
      </button>
      {more}
    </li>
  )

  return (
    <>
      <ul ref={rows} className={kit.options}>
        {row(null, text('view_none'), null)}
        {views.map((view) =>
          row(
            view,
            view.name,
            <>
              {view.shared ? (
                <span className={`${kit.tag} ${kit.neutral}`} title={text('view_shared_by', { name: view.created_by ?? text('system') })}>
                  {text('view_shared')}
                </span>
              ) : null}
              <WriteButton
                type="text"
                size="small"
                aria-pressed={view.is_default}
                aria-label={text('view_default', { name: view.name })}
                title={text('view_default', { name: view.name })}
                icon={<Icon path={view.is_default ? mdiStar : mdiStarOutline} size={16} />}
                onClick={() =>
                  void change(view, () =>
                    call(savedViewEndpoints.set_default, { params: { id: view.id }, body: { is_default: !view.is_default } }),
                  )
                }
              />
              {view.own ? (
                <WriteButton
                  type="text"
                  size="small"
                  aria-label={text('view_edit', { name: view.name })}
                  title={text('view_edit', { name: view.name })}
                  icon={<Icon path={mdiPencilOutline} size={16} />}
                  onClick={() => setEditing(view)}
                />
              ) : null}
            </>,
          ),
        )}
      </ul>
      {failure ? <PartFailure {...failure} /> : null}
      {views.length === 0 && !failure ? <p className={kit.popoverNote}>{text('view_hint')}</p> : null}
      <div className={kit.popoverFoot}>
        {current?.own && changed ? (
          <WriteButton
            size="small"
            type="primary"
            onClick={() =>
              void change(current, () => call(savedViewEndpoints.update, { params: { id: current.id }, body: { query: state.state } }))
            }
          >
            {text('view_overwrite', { name: current.name })}
          </WriteButton>
        ) : null}
        <WriteButton size="small" onClick={() => setEditing('new')}>
          {text('view_save_as')}
        </WriteButton>
      </div>
    </>
  )
}
