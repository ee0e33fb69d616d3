import type { Endpoint, AnyResource } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import type { KitRecord } from '../base/resource-endpoints.ts'
import kit from '../base/kit.module.css'
import styles from './form.module.css'
import { lazyDialog } from '../on-demand/lazy-part.tsx'
import type { ConflictDialogProps } from './ConflictDialog.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import type { ValuesOf } from './state/form-values.ts'
import { ResourceField } from './input/ResourceField.tsx'
import { SubmitBar } from './SubmitBar.tsx'
import { UnsavedDialog } from './UnsavedDialog.tsx'
import { nothingFollows, useFollowed, useFormValues, type Followed } from './state/use-followed.ts'
import { useResourceForm, type StoreForm } from './state/use-resource-form.ts'

const ConflictDialog = lazyDialog<ConflictDialogProps>(
  () => import('./ConflictDialog.tsx'),
  ({ conflict }) => conflict.dismiss(),
)

interface ResourceFormProps<R extends AnyResource> {
  readonly resource: R
  readonly endpoint: Endpoint
  /** The record to edit; null: a new one. */
  readonly record: KitRecord | null
  readonly initial?: ValuesOf<R>
  readonly followed?: Followed<R>
  /** Label of the submit button, if it does more than save. */
  readonly submitLabel?: string
  /** Parts of the record that are not fields, such as files; rendered before and after the sections. */
  readonly lead?: ReactNode
  readonly tail?: ReactNode
  readonly store?: StoreForm<R> | undefined
  readonly hasMore?: boolean | undefined
  /** See `SubmitBar`. */
  readonly progress?: string | undefined
  readonly held?: string | undefined
  /** `changed`: the fields that were sent. */
  readonly onSaved: (id: number, warning: readonly string[] | undefined, changed: readonly string[]) => void
  readonly onCancel: () => void
}

/** The form of a resource, divided into its sections. */
export function ResourceForm<R extends AnyResource>(props: ResourceFormProps<R>): ReactNode
export function ResourceForm({
  resource,
  endpoint,
  record,
  initial,
  followed = nothingFollows,
  submitLabel,
  lead,
  tail,
  store,
  hasMore,
  progress,
  held,
  onSaved,
  onCancel,
}: ResourceFormProps<AnyResource>): ReactNode {
  const localize = useLocalize()
  const state = useResourceForm({ resource, endpoint, record, initial, store, hasMore, onSaved, onWaiting: onCancel })
  useFollowed(state.form, followed.useWanted(useFormValues(state.form, followed.from)))
  const { hash } = useLocation()
  const { setFocus } = state.form
  const { aroundInputs } = state
  // `#daily_budget`: whoever links to a form may name the field that it is about.
  const addressed = state.names.find((name) => `#${name}` === hash)
  useEffect(() => {
    if (addressed !== undefined) setFocus(addressed)
  }, [addressed, setFocus])
  return (
    <form
      className={kit.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (held === undefined) void state.submit()
      }}
    >
      <div className={kit.form} ref={aroundInputs}>
        {state.discardDraft ? <DraftNotice discard={state.discardDraft} /> : null}
        {lead}
        {resource.sections.map((section) => {
          const names = section.fields.filter((name) => state.names.includes(name))
          if (names.length === 0) return null
          return (
            <section key={section.title.en} className={kit.panel}>
              <h2 className={kit.sectionTitle}>{localize(section.title)}</h2>
              <div className={styles.inputs}>
                {names.map((name) => (
                  <ResourceField key={name} form={state.form} resource={resource} names={state.names} name={name} />
                ))}
              </div>
            </section>
          )
        })}
        {tail}
      </div>
      <SubmitBar
        resource={resource}
        state={state}
        editing={record !== null}
        submitLabel={submitLabel}
        progress={progress}
        held={held}
        onCancel={onCancel}
      />
      <UnsavedDialog guard={state.guard} />
      {state.conflict ? <ConflictDialog resource={resource} conflict={state.conflict} /> : null}
    </form>
  )
}
