import { ApiError, call, refreshed } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import type { AnyResource, CreateBody, Endpoint } from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { useCallback, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router-dom'
import type { KitRecord } from '../../base/resource-endpoints.ts'
import { isWaiting } from '../../second-person/is-waiting.ts'
import { faultsResolver, formErrors, type FieldErrors } from './form-errors.ts'
import {
  addressedOwners,
  bodyOf,
  changedBody,
  changedInputs,
  formFields,
  formValues,
  type FormValues,
  type ValuesOf,
} from './form-values.ts'
import { useDraft } from './use-draft.ts'
import { useUnsavedGuard, type UnsavedGuard } from './use-unsaved-guard.ts'
import * as v from 'valibot'
import { holdInputs } from './hold-inputs.ts'

/** Result of a save: the record to continue with, and a message about parts that were not saved. */
export interface StoredForm {
  readonly id: number
  readonly warning?: readonly string[]
}

/** Saves a new record in place of a single call of its endpoint; null: not everything was saved, and the form stays open. */
export type StoreForm<R extends AnyResource> = (body: Readonly<CreateBody<R>>) => Promise<StoredForm | null>

interface FormOptions<R extends AnyResource> {
  readonly resource: R
  /** POST without a record, PATCH with one. */
  readonly endpoint: Endpoint
  /** The record to edit; null: a new one. */
  readonly record: KitRecord | null
  /** Known initial values of a new record. */
  readonly initial?: ValuesOf<R> | undefined
  readonly store?: StoreForm<R> | undefined
  /** Whether leaving would lose more than values, such as selected files. */
  readonly hasMore?: boolean | undefined
  /** Called after saving; the unsaved-input guard is released before. */
  /** `changed`: the fields that were sent. */
  readonly onSaved: (id: number, warning: readonly string[] | undefined, changed: readonly string[]) => void
  /** Called when what was entered waits for a second person; the guard is released before. */
  readonly onWaiting?: (() => void) | undefined
}

/** A write that was rejected because the record has a newer version (409). */
export interface Conflict {
  readonly current: KitRecord
  /** The values to be written: the fields changed here. */
  readonly mine: Readonly<Record<string, unknown>>
  readonly reload: () => void
  readonly overwrite: () => void
  readonly dismiss: () => void
}

export interface ResourceFormState {
  readonly form: UseFormReturn<FormValues>
  /** Available fields, in section order. */
  readonly names: readonly string[]
  readonly faultsOf: (values: Readonly<FormValues>) => FieldErrors
  readonly isChanged: (values: Readonly<FormValues>) => boolean
  /** Submits if everything is valid, else focuses the first error. Does nothing while a submit is in flight. */
  readonly submit: () => Promise<void>
  readonly sending: boolean
  /** Ref of an element around the inputs, which are held while they are sent (`holdInputs`). */
  readonly aroundInputs: (element: HTMLElement | null) => void
  readonly conflict: Conflict | null
  readonly guard: UnsavedGuard
  /** Discards a restored draft; null if the form shows none. */
  readonly discardDraft: (() => void) | null
}

const created = v.object({ data: v.object({ id: v.number() }) })

/** The record a form started from, and its initial values. */
interface Base {
  readonly record: KitRecord | null
  readonly values: FormValues
}

/** The values that are set. */
const given = (values: ValuesOf<AnyResource>): FormValues =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** Form state for creating or editing a record: values, validation, saving, conflicts and unsaved input. */
export function useResourceForm<R extends AnyResource>(options: FormOptions<R>): ResourceFormState
export function useResourceForm({
  resource,
  endpoint,
  record,
  initial = {},
  store,
  hasMore = false,
  onSaved,
  onWaiting,
}: FormOptions<AnyResource>): ResourceFormState {
  const shell = useShell()
  const names = formFields(resource, record, useRole())
  const [base, setBase] = useState<Base>(() => ({ record, values: { ...formValues(resource.fields, names, record), ...given(initial) } }))
  const [sending, setSending] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  // Refs, because they are read before the next render: two clicks in one frame, or leaving right after saving.
  const busy = useRef(false)
  const stored = useRef(false)
  const inputs = useRef<HTMLElement>(null)
  const aroundInputs = useCallback((element: HTMLElement | null) => {
    inputs.current = element
  }, [])
  const form = useForm<FormValues>({ defaultValues: base.values, mode: 'onTouched', resolver: faultsResolver(resource, base.record) })

  const { getValues, handleSubmit, reset, setError, setFocus } = form
  const isChanged = (values: Readonly<FormValues>) => Object.keys(changedBody(resource.fields, base.values, values)).length > 0
  const hasUnsaved = useCallback(
    () => !stored.current && (hasMore || Object.keys(changedBody(resource.fields, base.values, getValues())).length > 0),
    [resource, base, getValues, hasMore],
  )
  const guard = useUnsavedGuard(hasUnsaved)
  const { pathname, search } = useLocation()
  const owners = record ? '' : addressedOwners(resource.fields, names, new URLSearchParams(search))
  const draft = useDraft({
    name: [endpoint.method, endpoint.path, pathname, owners].filter(Boolean).join(' '),
    form,
    version: base.record?.version ?? null,
    changed: (values) => changedInputs(resource.fields, base.values, values),
    restore: ({ version, values }) => {
      const kept = Object.entries(values).filter(([name]) => names.includes(name))
      reset({ ...base.values, ...Object.fromEntries(kept) })
      // The version the draft is based on: if the record has changed since, saving shows both versions.
      if (version !== null) setBase((known) => ({ ...known, record: known.record && { ...known.record, version } }))
    },
  })

  function showConflict(current: KitRecord, mine: Readonly<Record<string, unknown>>): void {
    const values = formValues(resource.fields, names, current)
    const close = () => setConflict(null)
    setConflict({
      current,
      mine,
      dismiss: close,
      reload: () => {
        close()
        draft.drop()
        setBase({ record: current, values })
        reset(values)
      },
      overwrite: () => {
        close()
        void send(mine, current)
      },
    })
  }

  /** Shows server errors at their fields; the shell tells all others, as those of any action. */
  function showFailure(error: unknown, mine: Readonly<Record<string, unknown>>): void {
    if (!(error instanceof ApiError)) throw error
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the body of a 409 carries the record as `get` answers it
    if (error.code === 'conflict' && error.current) return showConflict(error.current as KitRecord, mine)
    const atFields = Object.entries(error.errors).filter(([name]) => names.includes(name))
    const isElsewhere = atFields.length < Object.keys(error.errors).length
    for (const [name, messages] of atFields) setError(name, { type: 'server', message: messages.join(' ') })
    if (atFields[0]) setFocus(atFields[0][0])
    const fail = async () => {
      throw error
    }
    if (atFields.length === 0 || isElsewhere) void shell.run(fail, names)
  }

  async function create(body: Readonly<Record<string, unknown>>): Promise<StoredForm> {
    const answer = await call(endpoint, { body })
    return { id: v.parse(created, answer).data.id }
  }

  async function change(body: Readonly<Record<string, unknown>>, { id, version }: KitRecord): Promise<StoredForm> {
    await call(endpoint, { params: { id }, body: { ...body, version } })
    return { id }
  }

  async function send(body: Readonly<Record<string, unknown>>, over: KitRecord | null): Promise<void> {
    if (busy.current) return
    busy.current = true
    setSending(true)
    const release = holdInputs(inputs.current)
    try {
      const written = over ? await change(body, over) : await (store ?? create)(body)
      if (written === null) return
      stored.current = true
      draft.drop()
      // The page behind the form offers further changes, which need the new version of the record.
      await refreshed()
      onSaved(written.id, written.warning, Object.keys(body))
    } catch (error) {
      // First, since the focus goes to what was refused.
      release()
      if (isWaiting(error)) {
        stored.current = true
        draft.drop()
        await refreshed()
        shell.alert('info', [error.message])
        onWaiting?.()
      } else showFailure(error, body)
    } finally {
      release()
      busy.current = false
      setSending(false)
    }
  }

  async function submit(): Promise<void> {
    if (busy.current) return
    draft.keep()
    await handleSubmit((values) =>
      send(base.record ? changedBody(resource.fields, base.values, values) : bodyOf(resource.fields, values), base.record),
    )()
  }

  const { question } = guard
  function leave(): void {
    draft.drop()
    question?.leave()
  }

  function discard(): void {
    draft.drop()
    setBase({ record, values: base.values })
    reset(base.values)
  }

  return {
    form,
    names,
    faultsOf: (values) => formErrors(resource, base.record, values),
    isChanged,
    submit,
    sending,
    aroundInputs,
    conflict,
    guard: { question: question && { ...question, leave } },
    discardDraft: draft.restored ? discard : null,
  }
}
