import { openDraft, type Vault } from '@adsite/auth'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as v from 'valibot'
import type { FormValues } from './form-values.ts'

/** Typing is over when no key came for this long (ms): then it is kept. */
const pause = 250

const keptDraft = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    /** Of the record that was being changed; null: a new one. */
    version: v.nullable(v.number()),
    /** The inputs that were changed, as they were typed. */
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
  /** What the input is for: one draft for each name, account and user. */
  readonly name: string
  readonly form: UseFormReturn<FormValues>
  readonly version: number | null
  /** The inputs that differ from what the form began with. */
  readonly changed: (values: Readonly<FormValues>) => FormValues
  /** Takes over what was kept; not called once somebody has typed. */
  readonly restore: (draft: KeptDraft) => void
}

export interface DraftState {
  /** True while the form shows input of an earlier page. */
  readonly restored: boolean
  /** Keeps the input now, not when typing pauses: what follows may end the session. */
  readonly keep: () => void
  /** The input is stored or was given up. */
  readonly drop: () => void
}

/** Keeps unsaved input in the browser while it is typed, and brings it back (spec/domain "Unsaved input"). */
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
