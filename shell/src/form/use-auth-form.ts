import { ApiError } from '@adsite/api-client'
import { validationText } from '@adsite/contract'
import { languages, useLanguage } from '@adsite/i18n'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useCallback, type SubmitEventHandler } from 'react'
import { useForm, type UseFormRegisterReturn } from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { trackLoading } from '../alert/loader-state.ts'
import { errorMessage } from '../base/error-message.ts'
import { usePress } from './use-press.ts'
import { useRefusal } from './use-refusal.ts'

type Values = Record<string, string>

export interface AuthFormState {
  readonly register: (name: string) => UseFormRegisterReturn
  /** Fills an input in, as if the user had typed it. */
  readonly fill: (name: string, value: string) => void
  readonly submit: SubmitEventHandler<HTMLFormElement>
  readonly busy: boolean
  readonly submitted: boolean
  /** The server's error message for the form as a whole; null: none. */
  readonly refusal: string | null
  /** The error of a field, in the user's language. */
  readonly fault: (name: string) => string | undefined
}

interface Options<V extends Values> {
  readonly schema: GenericSchema<unknown, V>
  readonly defaults: V
  /** `defaults` may change while the form is open: inputs that the user has not changed follow them. */
  readonly follows?: boolean
  /** Sends validated values. An ApiError's field errors are shown at their fields, its message above the form. */
  readonly send: (values: V) => Promise<void>
}

/** State of a form without a session: validates fields on blur, submits when complete, and shows server errors (spec/site "Forms"). */
export function useAuthForm<V extends Values>({ schema, defaults, follows = false, send }: Options<V>): AuthFormState {
  const language = useLanguage()
  const [refusal, setRefusal] = useRefusal()
  const press = usePress()
  const { register, handleSubmit, setError, setValue, formState } = useForm<Values>({
    mode: 'onTouched',
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the form holds texts; the schema checks them when they are sent
    resolver: valibotResolver(schema as unknown as GenericSchema<Values, Values>),
    defaultValues: defaults,
    ...(follows ? { values: defaults, resetOptions: { keepDirtyValues: true } } : {}),
  })
  // Read during render, because formState notifies only subscribers of the properties read.
  const { errors, isSubmitting, isSubmitted } = formState
  // Likewise only then it is known which inputs the user has changed.
  if (follows) void formState.dirtyFields

  async function attempt(values: Values): Promise<void> {
    setRefusal(null)
    try {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the resolver has let them through the schema of V
      await trackLoading(send(values as V))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const said = error instanceof ApiError ? error.errors : {}
      // In the order of the form, so that the first of them gets the focus.
      const faults = Object.keys(defaults).flatMap((name) => (said[name] ? [{ name, message: said[name].join(' ') }] : []))
      for (const [index, { name, message }] of faults.entries()) setError(name, { type: language, message }, { shouldFocus: index === 0 })
      if (faults.length === 0) setRefusal(errorMessage(error))
    }
  }

  const fill = useCallback((name: string, value: string) => setValue(name, value, { shouldDirty: true }), [setValue])

  return {
    register(name) {
      const input = register(name)
      return {
        ...input,
        async onBlur(event) {
          // An input that was left as it was says nothing yet.
          if (event.target.value === defaults[name]) return
          // An error would move what is being pressed, and the click be lost.
          await press()
          await input.onBlur(event)
        },
      }
    },
    fill,
    submit: (event) => void handleSubmit(attempt)(event),
    busy: isSubmitting,
    submitted: isSubmitted,
    refusal,
    fault(name) {
      const fault = errors[name]
      if (!fault) return undefined
      // Schema messages are keys; server messages are in the language that is their type, and not shown in another.
      if (languages.some((each) => each === fault.type)) return fault.type === language ? fault.message : undefined
      return validationText(fault.message ?? '', language)
    },
  }
}
