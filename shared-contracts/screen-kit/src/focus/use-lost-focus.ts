import { useEffect, useRef, type RefObject } from 'react'

/** The element gets the keyboard focus whenever `step` has changed and what had the focus is gone. */
export function useLostFocus<T extends HTMLElement>(step: unknown): RefObject<T | null> {
  const target = useRef<T>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current !== step && document.activeElement === document.body) target.current?.focus()
    before.current = step
  }, [step])
  return target
}
