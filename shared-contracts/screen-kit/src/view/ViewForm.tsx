import { ApiError, call, refreshed } from '@adsite/api-client'
import { savedViewEndpoints, validationText, type SavedView, required } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { Button, Checkbox, Input, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { ignoreComposingEnter } from '../base/composing.ts'
import kit from '../base/kit.module.css'
import { useLostFocus } from '../focus/use-lost-focus.ts'
import styles from './view.module.css'
import { useViewText } from './texts.ts'
import { unlessGone } from './unless-gone.ts'

interface ViewFormProps {
  readonly list: string
  /** Null: a new view of `query`. */
  readonly view: SavedView | null
  readonly query: string
  readonly isCurrent: boolean
  /** The id of the view to use now; null: none; absent: unchanged. */
  readonly onDone: (id?: number | null) => void
  /** The view has been deleted elsewhere. */
  readonly onGone: (view: SavedView) => void
  readonly onCancel: () => void
}

interface DeletionProps {
  readonly view: SavedView
  readonly running: boolean
  readonly onDelete: () => void
  readonly onCancel: () => void
}

/** Asks before a view is deleted, which nobody can undo. */
function Deletion({ view, running, onDelete, onCancel }: DeletionProps): ReactNode {
  const text = useViewText()
  const id = useId()
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => stay.current?.focus(), [])
  return (
    <fieldset aria-labelledby={id} className={styles.viewForm}>
      <p id={id} className={styles.question}>
        {text('delete_text', { title: view.name })}
        {view.shared ? text('view_delete_shared') : null}
      </p>
      <div className={kit.popoverFoot}>
        <Button size="small" type="primary" danger loading={running} onClick={onDelete}>
          {text('delete')}
        </Button>
        <Button size="small" ref={stay} disabled={running} onClick={onCancel}>
          {text('cancel')}
        </Button>
      </div>
    </fieldset>
  )
}

/** Form for a view: its name, whether it is shared in the account, and deletion. */
export function ViewForm({ list, view, query, isCurrent, onDone, onGone, onCancel }: ViewFormProps): ReactNode {
  const text = useViewText()
  const language = useLanguage()
  const shell = useShell()
  const id = useId()
  const box = useRef<InputRef>(null)
  useEffect(() => box.current?.focus(), [])
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const [fault, setFault] = useState<string | null>(null)
  const [running, setRunning] = useState<'save' | 'delete' | null>(null)
  const [asked, setAsked] = useState(false)
  const remover = useLostFocus<HTMLButtonElement>(asked)

  async function save(): Promise<void> {
    const parsed = v.safeParse(required(savedViewEndpoints.create.body, 'body of savedViewEndpoints.create'), {
      resource: list,
      name,
      query,
      shared,
    })
    if (!parsed.success) return setFault(validationText(parsed.issues[0].message, language))
    setRunning('save')
    try {
      if (view && !(await unlessGone(call(savedViewEndpoints.update, { params: { id: view.id }, body: { name, shared } })))) {
        return onGone(view)
      }
      const created = view ? undefined : await call(savedViewEndpoints.create, { body: { resource: list, name, query, shared } })
      // The list has its row when it is shown again.
      await refreshed()
      onDone(created?.data.id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(Object.values(error.errors).flat()[0] ?? error.message)
    } finally {
      setRunning(null)
    }
  }

  async function remove(gone: SavedView): Promise<void> {
    setRunning('delete')
    const outcome = await shell.run(() => unlessGone(call(savedViewEndpoints.delete, { params: { id: gone.id } })))
    // The list has no row of it any more when it is shown again.
    await refreshed()
    setRunning(null)
    if (!outcome.done) return
    if (outcome.value) onDone(isCurrent ? null : undefined)
    else onGone(gone)
  }

  if (view && asked) {
    return <Deletion view={view} running={running === 'delete'} onDelete={() => void remove(view)} onCancel={() => setAsked(false)} />
  }

  return (
    <form
      className={styles.viewForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (running === null) void save()
      }}
    >
      <label className={kit.label} htmlFor={id}>
        {text('view_name')}
      </label>
      <Input
        id={id}
        ref={box}
        value={name}
        autoComplete="off"
        aria-invalid={fault !== null}
        {...(fault ? { status: 'error' as const, 'aria-describedby': `${id}-fault` } : {})}
        onChange={(event) => {
          setName(event.target.value)
          setFault(null)
        }}
        onKeyDown={ignoreComposingEnter}
      />
      {fault ? (
        <p className={kit.fault} id={`${id}-fault`} role="alert">
          {fault}
        </p>
      ) : null}
      <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
        {text('view_share')}
      </Checkbox>
      <div className={kit.popoverFoot}>
        <Button size="small" type="primary" htmlType="submit" loading={running === 'save'}>
          {text('save')}
        </Button>
        <Button size="small" disabled={running !== null} onClick={onCancel}>
          {text('cancel')}
        </Button>
        {view ? (
          <Button size="small" danger ref={remover} disabled={running !== null} onClick={() => setAsked(true)}>
            {text('delete')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
