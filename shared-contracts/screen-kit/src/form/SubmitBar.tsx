import type { AnyResource } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { Button } from 'antd'
import { useDeferredValue, type ReactNode } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import kit from '../base/kit.module.css'
import sticky from '../focus/sticky.module.css'
import styles from './form.module.css'
import { sticksToBottom } from '../focus/sticky-bar.ts'
import { useKitText } from '../base/texts.ts'
import type { FormValues } from './state/form-values.ts'
import type { ResourceFormState } from './state/use-resource-form.ts'
import { fieldOf } from '../base/field-of.ts'
import { WriteButton } from '../read-only/WriteButton.tsx'
import { UnavailableButton } from '../element/UnavailableButton.tsx'

/** Maximum number of missing fields to name; the rest is counted. */
const named = 4

interface SubmitBarProps {
  readonly resource: AnyResource
  readonly state: ResourceFormState
  readonly editing: boolean
  readonly submitLabel?: string | undefined
  /** Information to show until submit, such as the cost. */
  readonly note?: ReactNode
  /** What of the form is being sent, if that is more than one call; shown while it is. */
  readonly progress?: string | undefined
  /** Why the form cannot be submitted, whatever its fields are; undefined: it can. */
  readonly held?: string | undefined
  readonly onCancel: () => void
}

/**
 * A bar that stays visible below the form. Submit is blocked until the form is valid (spec/site "Forms"), but
 * the button is not greyed out: the missing fields are listed next to it, and clicking it moves to them. The
 * buttons are on the left, because the shell's button to the top of the page floats on the right. The progress stands
 * here, because screen readers do not hear the inputs while these are sent (`holdInputs`).
 */
export function SubmitBar({ resource, state, editing, submitLabel, note, progress, held, onCancel }: SubmitBarProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every input has a default, which the types of the library leave open
  const values = useDeferredValue(useWatch({ control: state.form.control }) as FormValues)
  // Errors from the server remain until the field is changed.
  const { errors } = useFormState({ control: state.form.control })
  const refused = Object.keys(errors).filter((name) => errors[name]?.type === 'server')
  const missing = [...new Set([...Object.keys(state.faultsOf(values)), ...refused])]
  const unchanged = editing && !state.isChanged(values)
  const label = submitLabel ?? text(editing ? 'save' : 'create')
  const told = (state.sending ? progress : undefined) ?? held
  return (
    <div className={sticky.bar} ref={sticksToBottom}>
      {note}
      {held === undefined ? (
        <WriteButton type="primary" htmlType="submit" loading={state.sending} disabled={unchanged}>
          {label}
        </WriteButton>
      ) : (
        <UnavailableButton type="primary" label={label} reason={held} />
      )}
      <Button onClick={onCancel}>{text('cancel')}</Button>
      <output className={styles.barNote}>
        {told !== undefined || missing.length === 0 ? (
          <span className={kit.muted}>{told ?? text(unchanged ? 'nothing_changed' : 'ready')}</span>
        ) : (
          <>
            {text('to_complete', { count: missing.length })}{' '}
            {missing.slice(0, named).map((name, index) => (
              <span key={name}>
                {index > 0 ? ' · ' : ''}
                <button type="button" onClick={() => state.form.setFocus(name)}>
                  {localize(fieldOf(resource, name).label)}
                </button>
              </span>
            ))}
            {missing.length > named ? ` · ${text('to_complete_more', { count: missing.length - named })}` : null}
          </>
        )}
      </output>
    </div>
  )
}
