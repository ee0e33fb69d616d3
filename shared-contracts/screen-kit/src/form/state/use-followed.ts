import { useEffect, useRef } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { FormValue, FormValues } from './form-values.ts'

/** What some inputs of a form hold now. */
export function useFormValues(form: UseFormReturn<FormValues>, names: readonly string[]): readonly FormValue[] {
  return useWatch({ control: form.control, name: [...names] })
}

/** Inputs that follow from others: which others, and what follows from what those hold; null: leave it as it is. */
export interface Followed {
  readonly from: readonly string[]
  /** Called as a hook: it may read what it needs to know. */
  readonly useWanted: (values: readonly FormValue[]) => Readonly<Record<string, FormValue | null>>
}

/** Nothing follows from anything. */
export const nothingFollows: Followed = { from: [], useWanted: () => ({}) }

/** Keeps inputs at what follows from others, until somebody types something else into them: nothing is typed twice. */
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
