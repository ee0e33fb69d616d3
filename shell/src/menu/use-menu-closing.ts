import { useCallback, useEffect, type RefObject } from 'react'
import { menuButtonId } from './menu-state.ts'

/**
 * Closes an open menu on Escape, and when the focus leaves it. Returns what closes it as Escape does: the focus returns to the
 * element that opened it.
 */
export function useMenuClosing(menu: RefObject<HTMLElement | null>, open: boolean, hide: () => void): () => void {
  const close = useCallback(() => {
    const opener = menu.current?.querySelector<HTMLElement>('[aria-expanded=true][aria-controls^=menu-]')
    const button = document.getElementById(menuButtonId)
    hide()
    // On small screens the rail closes with its drawer and hides the opener, so the menu button takes the focus instead.
    ;(button?.getAttribute('aria-expanded') === 'true' ? button : opener)?.focus()
  }, [menu, hide])
  useEffect(() => {
    if (!open) return
    const key = (event: KeyboardEvent) => event.key === 'Escape' && close()
    const leave = ({ target }: FocusEvent) => {
      if (target instanceof Node && !menu.current?.contains(target)) hide()
    }
    document.addEventListener('keydown', key)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('keydown', key)
      document.removeEventListener('focusin', leave)
    }
  }, [menu, open, hide, close])
  return close
}
