import { useEffect, useRef, useState, type RefObject } from 'react'

const controls = 'input:not([hidden]), select, textarea, button'

const isLost = () => document.activeElement === document.body

/**
 * Focuses the first control of a step that replaces the control that was pressed. When the step is gone, the focus returns to that
 * control if it is still on the page.
 * @param comes false if the step was there from the beginning
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

/** Focuses a control that appears when another part of the page goes away, if the control that was pressed has gone with that part. */
export function useComingFocus<T extends HTMLElement = HTMLButtonElement>(isAway: boolean): RefObject<T | null> {
  const control = useRef<T>(null)
  const wasAway = useRef(isAway)
  useEffect(() => {
    if (wasAway.current && !isAway && isLost()) control.current?.focus()
    wasAway.current = isAway
  }, [isAway])
  return control
}
