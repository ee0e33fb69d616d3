import { useEffect, useRef } from 'react'

/** Answers what resolves once the press of a pointer that is under way is over, and its click has arrived; undefined: there is none. */
export function usePress(): () => Promise<void> | undefined {
  const press = useRef<Promise<void>>(undefined)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    function begin(): void {
      const over = new Promise<void>((resolve) => {
        // The click comes in the same step as the end of its press.
        const end = () => setTimeout(resolve)
        for (const type of ['pointerup', 'pointercancel']) addEventListener(type, end, { signal, capture: true, once: true })
      })
      press.current = over
      void over.then(() => {
        if (press.current === over) press.current = undefined
      })
    }
    addEventListener('pointerdown', begin, { signal, capture: true })
    return () => listening.abort()
  }, [])
  return () => press.current
}
