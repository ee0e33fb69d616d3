import { queryClient } from '@adsite/api-client'
import { getDefaultStore } from 'jotai'
import { loaderShownAtom } from '../alert/loader-state.ts'

/** For so long after the last input the user counts as typing (milliseconds). */
const typing = 2_000

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** Text controls that the user has typed into. */
const typedInto = new Set<TextControl>()
/**
 * The address at which something was chosen last (a file, a row, an option); the next one contains what was chosen, as
 * lists keep their state there.
 */
let chosenAt: string | null = null
let inputAt = -Infinity

const addressNow = () => window.location.pathname + window.location.search

const textTypes = new Set(['text', 'search', 'number', 'email', 'tel', 'url', 'password', 'date'])

function isText(target: EventTarget | null): target is TextControl {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && textTypes.has(target.type))
}

/** Notes a control once. Each keeps its whole screen in memory, so those that are gone are dropped. */
function noteTyping(control: TextControl): void {
  if (typedInto.has(control)) return
  for (const former of typedInto) if (!former.isConnected) typedInto.delete(former)
  typedInto.add(control)
}

function note({ target }: Event): void {
  // The frame of the page stays as it is.
  if (target instanceof Element && target.closest('header, nav')) return
  inputAt = performance.now()
  if (isText(target)) noteTyping(target)
  else chosenAt = addressNow()
}

/** Notes what the user enters, until the returned function is called. */
export function watchInput(): () => void {
  const events = ['input', 'change', 'drop'] as const
  for (const event of events) document.addEventListener(event, note, true)
  return () => {
    for (const event of events) document.removeEventListener(event, note, true)
  }
}

/** Forgets what was entered into screens that are gone. */
export function forgetInput(): void {
  typedInto.clear()
  chosenAt = null
  inputAt = -Infinity
}

/** Whether a text is still on the screen and not in the address. */
function isKeptNowhere(control: TextControl): boolean {
  const text = control.value.trim()
  if (!control.isConnected || text === '' || !control.checkVisibility()) return false
  return ![...new URLSearchParams(window.location.search).values()].some((value) => value.includes(text))
}

/** Forms ask before the page is closed (`useUnsavedGuard` of the kit), whichever build they come from. */
const formsAsk = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

const dialogIsOpen = () => [...document.querySelectorAll('[role=dialog]')].some((dialog) => dialog.checkVisibility())

/** `unsaved`: rendering the screen anew would lose input; `busy`: the user is typing, or a write is under way. */
export type InputState = 'none' | 'busy' | 'unsaved'

export function inputState(): InputState {
  if (formsAsk() || chosenAt === addressNow() || dialogIsOpen() || [...typedInto].some(isKeptNowhere)) return 'unsaved'
  const writes = getDefaultStore().get(loaderShownAtom) || queryClient.isMutating() > 0
  return writes || performance.now() - inputAt < typing ? 'busy' : 'none'
}
