import { call, refresh, refreshed } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import { may, mayAct, type Choice, type Endpoint, type AnyResource, type StateAction } from '@adsite/contract'
import { useLanguage, useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { useRef, useState } from 'react'
import type { ReasonBody } from './use-reason.ts'
import type { KitRecord } from '../base/resource-endpoints.ts'
import { useKitText } from '../base/texts.ts'
import { isWaiting } from '../second-person/is-waiting.ts'
import { useReadOnly } from '../read-only/use-read-only.ts'

export interface ResourceAction {
  readonly name: string
  readonly rule: StateAction
  /** False: shown as unavailable, with the reason (spec/site "Unavailable actions"). */
  readonly allowed: boolean
  /** Whether the state allows it; if it is still not allowed, the record's `blocked` says why. */
  readonly byState: boolean
  /** Resolves to whether it succeeded or waits for a second person; errors are shown in the message bar. */
  readonly run: (reason: ReasonBody) => Promise<boolean>
}

export interface ResourceActionsState {
  readonly actions: readonly ResourceAction[]
  /** Name of the running action. */
  readonly running: string | null
}

/** The choice that describes a record's state. */
export function stateChoice(resource: AnyResource, state: unknown): Choice | undefined {
  return resource.states && resource.fields[resource.states.field]?.choices?.items.find((item) => item.key === state)
}

/** Why the state of a record does not allow an action. */
export function useStateReason(resource: AnyResource): (rule: StateAction, state: unknown) => string {
  const text = useKitText()
  const localize = useLocalize()
  const nameOf = (state: unknown) => {
    const choice = stateChoice(resource, state)
    return choice ? localize(choice.label) : String(state)
  }
  return (rule, state) => text('action_reason', { from: rule.from.map(nameOf).join(text('reason_separator')), state: nameOf(state) })
}

/**
 * The state actions of a record that the role has permission for, according to the API's own rules. `subject` names the record in
 * what is said of a refusal, where a screen shows several.
 */
export function useResourceActions(
  resource: AnyResource,
  endpoints: Readonly<Record<string, Endpoint | undefined>>,
  record: KitRecord,
  subject?: string,
): ResourceActionsState {
  const role = useRole()
  const shell = useShell()
  const localize = useLocalize()
  const language = useLanguage()
  const [running, setRunning] = useState<string | null>(null)
  const busy = useRef(false)
  const readOnly = useReadOnly()
  const { states } = resource
  if (!states) return { actions: [], running: null }

  function refuse(error: unknown): never {
    if (subject !== undefined && error instanceof Error) error.message = `${subject}${language === 'ja' ? '：' : ': '}${error.message}`
    throw error
  }

  async function run(name: string, endpoint: Endpoint, rule: StateAction, reason: ReasonBody): Promise<boolean> {
    if (busy.current) return false
    busy.current = true
    setRunning(name)
    const outcome = await shell.run(() =>
      call(endpoint, { params: { id: record.id }, body: { version: record.version, ...reason } }).catch(refuse),
    )
    // Refused, the record is in another state than this page knew.
    if (!outcome.done) refresh(endpoint)
    // The next action needs the new version of the record.
    await refreshed()
    if (outcome.done) shell.alert('success', [localize(rule.done)], { autoClose: true })
    busy.current = false
    setRunning(null)
    return outcome.done || isWaiting(outcome.error)
  }

  const actions = Object.entries(states.actions).flatMap(([name, rule]) => {
    const endpoint = endpoints[name]
    if (!endpoint || !may(role, rule.permission)) return []
    const byState = mayAct(states, name, String(record[states.field]))
    const allowed = readOnly === null && byState && record.blocked?.[name] === undefined
    return [{ name, rule, allowed, byState, run: (reason: ReasonBody) => run(name, endpoint, rule, reason) }]
  })
  return { actions, running }
}
