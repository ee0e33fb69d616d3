import { atom } from 'jotai'
import type { MenuArea } from './build-menu.ts'

/**
 * Which menu is open: showMenu1 to showMenu3 of SPEC section 3 as one value, so that opening one closes
 * the others by itself. null: none.
 */
export const openMenuAtom = atom<MenuArea | null>(null)

/** Small screens: whether the rail has been drawn out. */
export const railOutAtom = atom(false)

/** Hides the menu (SPEC section 4). */
export const hideMenuAtom = atom(null, (_, set) => {
  set(openMenuAtom, null)
  set(railOutAtom, false)
})

/** Ids that tie the header's menu button of small screens and the sidebar together. */
export const menuButtonId = 'open-menu'
export const sidebarId = 'main-menu'
