import { ApiError, call, refreshed } from '@adsite/api-client'
import { savedViewEndpoints, validationText, type SavedView, required } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { Button, Checkbox, Input, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { ignoreComposingEnter } from '../base/composing.ts'
import kit from '../base/kit.module.css'
import styles from './view.module.css'
import { useViewText } from './texts.ts'

interface ViewFormProps {
  readonly list: string
  /** Null: a new view of `query`. */
  readonly view: SavedView | null
  readonly query: string
  readonly isCurrent: boolean
  /** The id of the view to use now; null: none; absent: unchanged. */
  readonly onDone: (id?: number | null) => void
  readonly onCancel: () => void
}

/** Form for a view: its name, whether it is shared in the account, and deletion. */
export function ViewForm({ list, view, query, isCurrent, onDone, onCancel }: ViewFormProps): ReactNode {
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
      if (view) await call(savedViewEndpoints.update, { params: { id: view.id }, body: { name, shared } })
      const created = view ? undefined : await call(savedViewEndpoints.create, { body: { resource: list, name, query, shared } })
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
    const { done } = await shell.run(() => call(savedViewEndpoints.delete, { params: { id: gone.id } }))
    // The list has no row of it any more when it is shown again.
    await refreshed()
    setRunning(null)
    if (done) onDone(isCurrent ? null : undefined)
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
        <Button size="small" type="primary" htmlType="submit" loading={running === 'save'} disabled={running === 'delete'}>
          {text('save')}
        </Button>
        <Button size="small" onClick={onCancel}>
          {text('cancel')}
        </Button>
        {view ? (
          <Button size="small" danger loading={running === 'delete'} disabled={running === 'save'} onClick={() => void remove(view)}>
            {text('delete')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
