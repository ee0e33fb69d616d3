import { keepInClientState } from '@adsite/auth'
import type { Area } from '@adsite/remote'
import { atom } from 'jotai'
import * as v from 'valibot'

/**
 * The open menu: showMenu1 to showMenu3 (spec/site "Client state") as a single value, so that opening one closes
 * the others. Null: none.
 */
export const openMenuAtom = atom<string | null>(null)

const flags = ['showMenu1', 'showMenu2', 'showMenu3'] as const
type Flag = (typeof flags)[number]
const areaOfFlag: Readonly<Record<Flag, string>> = { showMenu1: 'ad', showMenu2: 'md', showMenu3: 'op' }
const flagsSchema = v.object({ showMenu1: v.boolean(), showMenu2: v.boolean(), showMenu3: v.boolean() })

/** The open menu under its specified names (spec/site "Client state"); null: none is open. */
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

/** The current area as declared by the mounted build; null: none. */
export const mountedAreaAtom = atom<Area | null>(null)

/** Small screens: whether the rail is open. */
export const railOutAtom = atom(false)

export const hideMenuAtom = atom(null, (_, set) => {
  set(openMenuAtom, null)
  set(railOutAtom, false)
})

/** Ids that connect the header's menu button on small screens with the sidebar. */
export const menuButtonId = 'open-menu'
export const sidebarId = 'main-menu'
