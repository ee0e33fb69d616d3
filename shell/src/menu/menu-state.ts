import { keepInClientState } from '@adsite/auth'
import type { Area } from '@adsite/remote'
import { atom } from 'jotai'
import * as v from 'valibot'

/**
 * Which menu is open: showMenu1 to showMenu3 (spec/site "Client state") as one value, so that opening one closes
 * the others by itself. null: none.
 */
export const openMenuAtom = atom<string | null>(null)

const flags = ['showMenu1', 'showMenu2', 'showMenu3'] as const
type Flag = (typeof flags)[number]
const areaOfFlag: Readonly<Record<Flag, string>> = { showMenu1: 'ad', showMenu2: 'md', showMenu3: 'op' }
const flagsSchema = v.object({ showMenu1: v.boolean(), showMenu2: v.boolean(), showMenu3: v.boolean() })

/** The menu under its specified names (spec/site "Client state"); null: none is open. */
const keptMenuAtom = atom(
  (get) => {
    const open = get(openMenuAtom)
    return open && ({ showMenu1: open === 'ad', showMenu2: open === 'md', showMenu3: open === 'op' } satisfies Record<Flag, boolean>)
  },
  (_, set, kept: Readonly<Record<Flag, boolean>>) => {
    const flag = flags.find((name) => kept[name])
    if (flag) set(openMenuAtom, areaOfFlag[flag])
  },
)
keepInClientState('menu', flagsSchema, keptMenuAtom, { ofPage: true })

/** The area on show, as the build that runs declares it; null: none is. */
export const mountedAreaAtom = atom<Area | null>(null)

/** Small screens: whether the rail has been drawn out. */
export const railOutAtom = atom(false)

export const hideMenuAtom = atom(null, (_, set) => {
  set(openMenuAtom, null)
  set(railOutAtom, false)
})

/** Ids that tie the header's menu button of small screens and the sidebar together. */
export const menuButtonId = 'open-menu'
export const sidebarId = 'main-menu'
