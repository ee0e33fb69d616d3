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

/** For what comes once something else is gone, or comes back: gets the focus if what was pressed is gone with that. */
export function useComingFocus<T extends HTMLElement = HTMLButtonElement>(isAway: boolean): RefObject<T | null> {
  const control = useRef<T>(null)
  const wasAway = useRef(isAway)
  useEffect(() => {
    if (wasAway.current && !isAway && isLost()) control.current?.focus()
    wasAway.current = isAway
  }, [isAway])
  return control
}
