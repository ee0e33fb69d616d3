import { validationText, type Field } from '@adsite/contract'
import { useLanguage, useText } from '@adsite/i18n'
import { useId, type ReactNode } from 'react'
import { useController, type UseFormReturn } from 'react-hook-form'
import { kit } from '../base/styles.tsx'
import { useKitText } from '../base/texts.ts'
import { FieldInput, isGroup } from './field-inputs.tsx'
import { normalisedInput, type FormValues } from './form-values.ts'

interface FormFieldProps {
  readonly form: UseFormReturn<FormValues>
  readonly field: Field
  readonly name: string
}

/** One field of a form: label, input, help, and what is wrong with it. */
export function FormField({ form, field, name }: FormFieldProps): ReactNode {
  const text = useKitText()
  const read = useText()
  const language = useLanguage()
  const id = useId()
  const { field: bound, fieldState } = useController({ control: form.control, name })
  const { error } = fieldState
  // A server's message is in words already; ours are keys.
  const fault = error?.message && (error.type === 'server' ? error.message : validationText(error.message, language))
  const help = [field.help && read(field.help), field.kind === 'datetime' && text('jst')].filter(Boolean).join(' ')
  const described = [help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(' ')
  const label = read(field.label)
  const Label = isGroup(field) ? 'span' : 'label'

  function leave(): void {
    const value = normalisedInput(field, bound.value ?? null)
    if (value !== bound.value) form.setValue(name, value)
    bound.onBlur()
    // Rules over several fields: what was already seen to be wrong may be right now, or the reverse.
    void form.trigger(Object.keys(form.formState.touchedFields))
  }

  return (
    <div className={`${kit.input} ${field.kind === 'multiline' || field.kind === 'html' ? kit.wide : ''}`}>
      <Label className={kit.label} id={`${id}-label`} {...(isGroup(field) ? {} : { htmlFor: id })}>
        {label} {field.required && field.kind !== 'boolean' ? <span className={kit.required}>{text('required')}</span> : null}
      </Label>
      <FieldInput
        field={field}
        id={id}
        label={label}
        labelledBy={`${id}-label`}
        value={bound.value ?? null}
        onChange={bound.onChange}
        onBlur={leave}
        focusRef={bound.ref}
        described={described || undefined}
        invalid={fault !== undefined}
      />
      {help ? (
        <p className={kit.help} id={`${id}-help`}>
          {help}
        </p>
      ) : null}
      {fault ? (
        <p className={kit.fault} id={`${id}-fault`}>
          {fault}
        </p>
      ) : null}
    </div>
  )
}
