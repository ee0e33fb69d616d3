import { actionBodySchema, type StateAction } from '@adsite/contract'
import { useState } from 'react'
import * as v from 'valibot'

/** The reason part of an action's body; `{}` if no reason is required. */
export interface ReasonBody {
  readonly reason?: string
  readonly reason_code?: string
}

export interface ReasonState {
  readonly reason: string
  readonly code: string | null
  readonly setReason: (text: string) => void
  readonly setCode: (code: string) => void
  /** Coded messages (see `validationText`) of the fields that were filled in and left, or of all fields after `take`. */
  readonly faults: Readonly<Partial<Record<'reason' | 'reason_code', string>>>
  readonly leave: (name: 'reason' | 'reason_code') => void
  /** Returns the reason to send, or null if it is incomplete, and then shows the errors. */
  readonly take: () => ReasonBody | null
}

/** Form state of an action's reason, validated lazily, like every form, with the API's schema. */
export function useReason(rule: StateAction | undefined): ReasonState {
  const [reason, setReason] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const [left, setLeft] = useState<readonly string[]>([])
  const asked = rule?.reason
  const given: ReasonBody = asked ? { reason, ...(asked.codes ? { reason_code: code ?? '' } : {}) } : {}
  const parsed = rule ? v.safeParse(actionBodySchema(rule), { ...given, version: 1 }) : undefined
  const issues = parsed && !parsed.success ? parsed.issues : []
  const faults = issues.map((issue) => [String(issue.path?.[0]?.key), issue.message] as const)
  return {
    reason,
    code,
    setReason,
    setCode,
    faults: Object.fromEntries(faults.filter(([name]) => left.includes(name)).toReversed()),
    leave(name) {
      // A field that was left empty says nothing yet: a dialog begins in it, and its user may look further before they write.
      if (name === 'reason' ? reason : code) setLeft((known) => [...known, name])
    },
    take() {
      setLeft(['reason', 'reason_code'])
      if (!parsed) return given
      if (!parsed.success) return null
      const { version: _, ...taken } = parsed.output
      return taken
    },
  }
}
