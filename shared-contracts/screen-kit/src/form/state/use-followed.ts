import type { AnyResource, FieldName } from '@adsite/contract'
import { useEffect, useRef } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { FormValue, FormValues } from './form-values.ts'

/** The current values of some inputs of a form. */
export function useFormValues<R extends AnyResource>(
  form: UseFormReturn<FormValues>,
  names: readonly FieldName<R>[],
): readonly FormValue[] {
  const watched: readonly string[] = names
  return useWatch({ control: form.control, name: [...watched] })
}

/** Derived values of inputs; null leaves the input unchanged. */
export type Wanted<R extends AnyResource> = { readonly [F in FieldName<R>]?: FormValue | null }

/** Derived inputs and their sources. */
export interface Followed<R extends AnyResource> {
  readonly from: readonly FieldName<R>[]
  /** Called as a hook, so it may fetch data. */
  readonly useWanted: (values: readonly FormValue[]) => Wanted<R>
}

export const nothingFollows: Followed<AnyResource> = { from: [], useWanted: () => ({}) }

/** Keeps inputs at their derived values until the user types something else into them. */
export function useFollowed<R extends AnyResource>(form: UseFormReturn<FormValues>, wanted: Wanted<R>): void {
  const last = useRef<Record<string, FormValue>>({})
  const key = JSON.stringify(wanted)
  useEffect(() => {
    // The callers make a new object each time: the effect depends on its content.
    // oxlint-disable-next-line typescript/consistent-type-assertions -- what was written into the key two lines above
    for (const [name, value] of Object.entries(JSON.parse(key) as Wanted<AnyResource>)) {
      if (value === null || value === undefined) continue
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
