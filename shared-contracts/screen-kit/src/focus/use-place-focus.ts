import { useEffect, useRef, type RefObject } from 'react'

const rowsOf = (panel: HTMLElement | null) => [...(panel?.querySelectorAll('li') ?? [])]

/**
 * Keeps the focus in a panel whose buttons can remove their own row, such as one that ends a session. The focus moves to the first
 * button of the row that takes the place, otherwise to that of the row above, otherwise to the heading. Call it after everything
 * else in the component that moves the focus.
 */
export function usePlaceFocus(): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  const held = useRef<{ readonly control: Node; readonly row: number } | null>(null)
  useEffect(() => {
    const current = panel.current
    function hold({ target }: FocusEvent): void {
      if (target instanceof Node) held.current = { control: target, row: rowsOf(current).findIndex((row) => row.contains(target)) }
    }
    function release({ relatedTarget: next }: FocusEvent): void {
      // A dialog about what was pressed gives the focus back, unless that is gone by then.
      const isElsewhere = next instanceof Element && current?.contains(next) === false && !next.closest('[role="dialog"]')
      if (isElsewhere) held.current = null
    }
    current?.addEventListener('focusin', hold)
    current?.addEventListener('focusout', release)
    return () => {
      current?.removeEventListener('focusin', hold)
      current?.removeEventListener('focusout', release)
    }
  }, [])
  useEffect(() => {
    if (document.activeElement !== document.body || !held.current || held.current.control.isConnected) return
    const { row } = held.current
    const buttons = rowsOf(panel.current).map((each) => each.querySelector('button'))
    const [above, below] = row === -1 ? [[], []] : [buttons.slice(0, row), buttons.slice(row)]
    const next = below.find(Boolean) ?? above.findLast(Boolean) ?? panel.current?.querySelector('h2')
    next?.focus()
  })
  return panel
}
