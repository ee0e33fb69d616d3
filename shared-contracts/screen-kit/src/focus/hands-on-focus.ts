import { takesLostFocus } from './takes-lost-focus.ts'

/** Ref of what stands in for something that is not there yet: when it goes with the keyboard focus in it, what comes in its place gets that. */
export function handsOnFocus(element: HTMLElement | null): () => void {
  return () => {
    if (!element?.contains(document.activeElement)) return
    const { parentElement: parent, previousElementSibling: before } = element
    queueMicrotask(() => {
      const next = before ? before.nextElementSibling : parent?.firstElementChild
      if (next instanceof HTMLElement) takesLostFocus(next)
    })
  }
}
