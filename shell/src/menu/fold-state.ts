import { createVault, sessionAtom } from '@adsite/auth'
import { atom, getDefaultStore } from 'jotai'
import * as v from 'valibot'

const store = getDefaultStore()
const vault = createVault('adsite.menu')
const kept = v.pipe(v.string(), v.parseJson(), v.object({ user: v.number(), unfolded: v.array(v.string()) }))

/**
 * Menu groups the user has expanded, by the name of their first entry; all others are collapsed. Stored in this
 * browser for its last user.
 */
export const unfoldedAtom = atom<readonly string[]>([])

let user: number | null = null

/** Restores the groups that the session's user had expanded. */
async function follow(): Promise<void> {
  const now = store.get(sessionAtom)?.user.id ?? null
  if (now === user || now === null) return
  user = now
  store.set(unfoldedAtom, [])
  const parsed = v.safeParse(kept, await vault.read())
  if (parsed.success && parsed.output.user === user && store.get(unfoldedAtom).length === 0) store.set(unfoldedAtom, parsed.output.unfolded)
}
store.sub(sessionAtom, () => void follow())
void follow()

/** Expands or collapses a group and stores the change, unless somebody else is viewed. */
export const foldAtom = atom(null, (get, set, name: string, open: boolean) => {
  const others = get(unfoldedAtom).filter((known) => known !== name)
  const unfolded = open ? [...others, name] : others
  set(unfoldedAtom, unfolded)
  if (user !== null && !store.get(sessionAtom)?.viewing) void vault.write(JSON.stringify({ user, unfolded }))
})
