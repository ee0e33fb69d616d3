import { validationText, type Field } from '@adsite/contract'
import { useLanguage, useLocalize } from '@adsite/i18n'
import { use, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useController, type UseFormReturn } from 'react-hook-form'
import kit from '../../base/kit.module.css'
import styles from './input.module.css'
import { useKitText } from '../../base/texts.ts'
import { FieldInput, isGroup } from './field-inputs.tsx'
import { normalisedInput, type FormValue, type FormValues } from '../state/form-values.ts'
import { OwnInputsContext } from './OwnInputs.tsx'

interface FormFieldProps {
  readonly form: UseFormReturn<FormValues>
  readonly field: Field
  readonly name: string
  /** Shown as suggestions while the user types. */
  readonly suggestions?: readonly string[]
  /** Shown below the input and announced to screen readers once it is known. */
  readonly note?: string | null
  /** A value that the form fills in is the beginning of what the user types, as a town is that of a street. */
  readonly isContinued?: boolean
  /** Called on every change by the user. */
  readonly onTyped?: (value: FormValue) => void
}

const isEmpty = (value: FormValue) => value === '' || value === null

/** Selects a value that the form fills in while the user is in the input and has typed nothing, so that typing replaces it. */
function useSelectedArrival(id: string, value: FormValue, isContinued: boolean): { readonly typed: (value: FormValue) => void } {
  const isTyped = useRef(false)
  useLayoutEffect(() => {
    const input = document.activeElement
    if (isEmpty(value) || isContinued || isTyped.current) return
    if (input instanceof HTMLInputElement && input.id === id) input.select()
  }, [id, value, isContinued])
  return { typed: (next) => (isTyped.current = !isEmpty(next)) }
}

/** A form field: label, input, help and error. */
export function FormField({ form, field, name, suggestions, note, isContinued = false, onTyped }: FormFieldProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const language = useLanguage()
  const id = useId()
  const { field: bound, fieldState } = useController({ control: form.control, name })
  const { error } = fieldState
  const arrival = useSelectedArrival(id, bound.value ?? null, isContinued)
  // Server messages are already localized; client messages are keys.
  const fault = error?.message && (error.type === 'server' ? error.message : validationText(error.message, language))
  const help = [field.help && localize(field.help), field.kind === 'datetime' && text('jst')].filter(Boolean).join(' ')
  const described = [help && `${id}-help`, note && `${id}-note`, fault && `${id}-fault`].filter(Boolean).join(' ')
  const label = localize(field.label)
  const Input = use(OwnInputsContext)[name] ?? FieldInput
  const Label = isGroup(field) ? 'span' : 'label'

  function leave(): void {
    const value = normalisedInput(field, bound.value ?? null)
    if (value !== bound.value) form.setValue(name, value)
    bound.onBlur()
    // Revalidates touched fields, because rules over several fields may change their result.
    void form.trigger(Object.keys(form.formState.touchedFields))
  }

  return (
    <div className={`${kit.input} ${field.kind === 'multiline' || field.kind === 'html' || field.kind === 'object' ? kit.wide : ''}`}>
      <Label className={kit.label} id={`${id}-label`} {...(isGroup(field) ? {} : { htmlFor: id })}>
        {label} {field.required && field.kind !== 'boolean' ? <span className={kit.required}>{text('required')}</span> : null}
      </Label>
      <Input
        field={field}
        id={id}
        label={label}
        labelledBy={`${id}-label`}
        value={bound.value ?? null}
        onChange={(value) => {
          arrival.typed(value)
          bound.onChange(value)
          onTyped?.(value)
        }}
        onBlur={leave}
        focusRef={bound.ref}
        described={described || undefined}
        invalid={fault !== undefined}
        {...(suggestions ? { suggestions } : {})}
      />
      {help ? (
        <p className={kit.help} id={`${id}-help`}>
          {help}
        </p>
      ) : null}
      {note === undefined ? null : (
        <p className={kit.help} id={`${id}-note`} aria-live="polite">
          {note}
        </p>
      )}
      <div className={styles.faultRoom}>
        {fault ? (
          <p className={kit.fault} id={`${id}-fault`}>
            {fault}
          </p>
        ) : null}
      </div>
    </div>
  )
}
