import { useEffect, type RefObject } from 'react'
import { menuButtonId } from './menu-state.ts'

/** An open menu closes with Escape, which gives the focus back to what opened it, and when the focus goes elsewhere. */
export function useMenuClosing(menu: RefObject<HTMLElement | null>, open: boolean, hide: () => void): void {
  useEffect(() => {
    if (!open) return
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const opener = menu.current?.querySelector<HTMLElement>('[aria-expanded=true][aria-controls^=menu-]')
      const button = document.getElementById(menuButtonId)
      hide()
      // On small screens the rail goes with its drawer, and so does what opened it.
      ;(button?.getAttribute('aria-expanded') === 'true' ? button : opener)?.focus()
    }
    const leave = ({ target }: FocusEvent) => {
      if (target instanceof Node && !menu.current?.contains(target)) hide()
    }
    document.addEventListener('keydown', key)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('keydown', key)
      document.removeEventListener('focusin', leave)
    }
  }, [menu, open, hide])
}
