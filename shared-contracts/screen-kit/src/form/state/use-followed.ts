import { useEffect, useRef } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { FormValue, FormValues } from './form-values.ts'

/** The current values of some inputs of a form. */
export function useFormValues(form: UseFormReturn<FormValues>, names: readonly string[]): readonly FormValue[] {
  return useWatch({ control: form.control, name: [...names] })
}

/** Derived inputs and their sources; a derived value of null leaves the input unchanged. */
export interface Followed {
  readonly from: readonly string[]
  /** Called as a hook, so it may fetch data. */
  readonly useWanted: (values: readonly FormValue[]) => Readonly<Record<string, FormValue | null>>
}

export const nothingFollows: Followed = { from: [], useWanted: () => ({}) }

/** Keeps inputs at their derived values until the user types something else into them. */
export function useFollowed(form: UseFormReturn<FormValues>, wanted: Readonly<Record<string, FormValue | null>>): void {
  const last = useRef<Record<string, FormValue>>({})
  const key = JSON.stringify(wanted)
  useEffect(() => {
    // The callers make a new object each time: the effect depends on its content.
    // oxlint-disable-next-line typescript/consistent-type-assertions -- what was written into the key two lines above
    for (const [name, value] of Object.entries(JSON.parse(key) as typeof wanted)) {
      if (value === null) continue
      const now = form.getValues(name)
      const untouched = now === '' || now === null || now === undefined || now === last.current[name]
      if (!untouched || now === value) {
        if (now === value) last.current[name] = value
        continue
      }
      last.current[name] = value
      form.setValue(name, value, { shouldDirty: true, shouldValidate: true })
    }
  }, [form, key])
}
