import { openDraft, type Vault } from '@adsite/auth'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as v from 'valibot'
import type { FormValues } from './form-values.ts'

/** Debounce time in milliseconds before the draft is stored. */
const pause = 250

const keptDraft = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    /** Version of the edited record; null: a new one. */
    version: v.nullable(v.number()),
    /** The changed inputs, as typed. */
    values: v.record(
      v.string(),
      v.nullable(
        v.union([
          v.string(),
          v.number(),
          v.boolean(),
          v.pipe(v.array(v.string()), v.readonly()),
          v.pipe(v.array(v.number()), v.readonly()),
          v.record(v.string(), v.unknown()),
        ]),
      ),
    ),
  }),
)
export type KeptDraft = v.InferOutput<typeof keptDraft>

interface DraftOptions {
  /** Identifies the form: one draft per name, account and user. */
  readonly name: string
  readonly form: UseFormReturn<FormValues>
  readonly version: number | null
  /** The inputs that differ from their initial values. */
  readonly changed: (values: Readonly<FormValues>) => FormValues
  /** Restores the stored draft; not called once the user has typed. */
  readonly restore: (draft: KeptDraft) => void
}

export interface DraftState {
  /** True while the form shows restored input. */
  readonly restored: boolean
  /** Stores the draft immediately instead of after the debounce, because what follows may end the session. */
  readonly keep: () => void
  /** Removes the draft after the input was saved or discarded. */
  readonly drop: () => void
}

/** Stores unsaved input in the browser while the user types, and restores it (spec/domain "Unsaved input"). */
export function useDraft({ name, form, version, changed, restore }: DraftOptions): DraftState {
  const vault = useRef<Vault | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [restored, setRestored] = useState(false)

  function keep(): void {
    clearTimeout(timer.current)
    const values = changed(form.getValues())
    if (Object.keys(values).length === 0) vault.current?.clear()
    else void vault.current?.write(JSON.stringify({ version, values } satisfies KeptDraft))
  }

  function drop(): void {
    clearTimeout(timer.current)
    vault.current?.clear()
    setRestored(false)
  }

  const keepSoon = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(keep, pause)
  })

  const offer = useEffectEvent((text: string | null) => {
    const draft = v.safeParse(keptDraft, text)
    if (!draft.success || Object.keys(changed(form.getValues())).length > 0) return
    restore(draft.output)
    setRestored(true)
  })

  useEffect(() => {
    const opened = openDraft(name)
    vault.current = opened
    let left = false
    void opened?.read().then((text) => (left || text === null ? undefined : offer(text)))
    const stop = form.subscribe({ formState: { values: true }, callback: keepSoon })
    return () => {
      left = true
      stop()
      clearTimeout(timer.current)
      vault.current = null
    }
  }, [name, form])

  return { restored, keep, drop }
}
