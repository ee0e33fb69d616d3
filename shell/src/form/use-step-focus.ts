import { useEffect, useRef, useState, type RefObject } from 'react'

const controls = 'input:not([hidden]), select, textarea, button'

const isLost = () => document.activeElement === document.body

/**
 * For what comes in place of the control that was pressed: focuses the first control in it, and gives the focus back once it is gone,
 * where what was pressed is still there. `comes` false: it was there from the beginning.
 */
export function useStepFocus<T extends HTMLElement>(comes = true): RefObject<T | null> {
  const step = useRef<T>(null)
  const [opener] = useState(() => (comes ? document.activeElement : null))
  const [isStep] = useState(comes)
  useEffect(() => {
    if (!isStep) return
    step.current?.querySelector<HTMLElement>(controls)?.focus()
    return () => {
      if (isLost() && opener instanceof HTMLElement) opener.focus()
    }
  }, [isStep, opener])
  return step
}

/** For a control that is out of the page while what it opened is there: has the focus again when it comes back. */
export function useOpenerFocus(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && isLost()) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
