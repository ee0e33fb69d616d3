import type { Permission } from './permission.ts'
import type { Text } from './text.ts'

/** One action on a state: allowed in `from`, leads to `to`. */
export interface StateAction {
  readonly label: Text
  readonly permission: Permission
  readonly from: readonly string[]
  readonly to: string
  /** Shown when it worked. */
  readonly done: Text
  /** Ask before doing it (it stops delivery, or cannot be taken back). */
  readonly confirm?: Text
}

/** State rules as data: read by the API, by the buttons that are enabled, and by the tests. */
export interface StateRules {
  readonly field: string
  readonly actions: Readonly<Record<string, StateAction>>
}

export function mayAct(rules: StateRules, action: string, state: string): boolean {
  return rules.actions[action]?.from.includes(state) ?? false
}
