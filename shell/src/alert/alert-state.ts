import type { AlertType } from '@adsite/remote'
import { atom, getDefaultStore } from 'jotai'

/** The one message on show (SPEC section 3, "alert"); null: none. */
export interface Alert {
  readonly type: AlertType
  readonly messages: readonly string[]
  /** False: it stays, with a close button. */
  readonly autoClose: boolean
}

/** SPEC section 9. */
export const autoCloseAfter = 4000

export const alertAtom = atom<Alert | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

export function clearAlert(): void {
  clearTimeout(timer)
  getDefaultStore().set(alertAtom, null)
}

/** Shows a message in place of the one on show; it closes by itself after 4 s unless told not to. */
export function showAlert(type: AlertType, messages: readonly string[], { autoClose = true }: { autoClose?: boolean } = {}): void {
  clearTimeout(timer)
  getDefaultStore().set(alertAtom, { type, messages, autoClose })
  if (autoClose) timer = setTimeout(clearAlert, autoCloseAfter)
}
