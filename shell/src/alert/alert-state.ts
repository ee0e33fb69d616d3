import type { AlertType } from '@adsite/remote'
import { keepInClientState } from '@adsite/auth'
import { atom, getDefaultStore } from 'jotai'
import * as v from 'valibot'

/** Top centre: responses to user actions. Top right: unsolicited news (spec/site "Message bar"). */
export type AlertPosition = 'centre' | 'right'

/** The message currently shown (spec/site "Client state"); null: none. */
export interface Alert {
  readonly type: AlertType
  readonly messages: readonly string[]
  readonly position: AlertPosition
  /** False: stays open, with a close button. */
  readonly autoClose: boolean
}

/** spec/site "Message bar" */
export const autoCloseAfter = 4000
export const snackbarTimeout = 5000

export const alertAtom = atom<Alert | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

export function clearAlert(): void {
  clearTimeout(timer)
  getDefaultStore().set(alertAtom, null)
}

function show(alert: Alert, closeAfter: number): void {
  clearTimeout(timer)
  getDefaultStore().set(alertAtom, alert)
  if (alert.autoClose) timer = setTimeout(clearAlert, closeAfter)
}

/** Shows a message in place of the current one; it closes after 4 s unless told otherwise. */
export function showAlert(type: AlertType, messages: readonly string[], { autoClose = true }: { autoClose?: boolean } = {}): void {
  show({ type, messages, autoClose, position: 'centre' }, autoCloseAfter)
}

/** Shows news at the top right about events the user did not cause, for example in another tab. Closes after 5 s. */
export function showSnackbar(type: AlertType, messages: readonly string[]): void {
  show({ type, messages, autoClose: true, position: 'right' }, snackbarTimeout)
}

const keptSchema = v.object({
  type: v.picklist(['info', 'error', 'warn', 'success']),
  messages: v.array(v.string()),
  position: v.picklist(['centre', 'right']),
  autoClose: v.literal(false),
})

/** Messages that need closing survive a reload; those that close by themselves are not shown again. */
const keptAlertAtom = atom(
  (get) => {
    const alert = get(alertAtom)
    return alert?.autoClose === false ? alert : null
  },
  (get, set, kept: v.InferOutput<typeof keptSchema>) => get(alertAtom) ?? set(alertAtom, kept),
)
keepInClientState('alert', keptSchema, keptAlertAtom, { ofPage: true })
