import { roles, type Role } from '@adsite/contract'
import * as v from 'valibot'
import type { SessionAccount } from './session.ts'
import { createVault } from './vault.ts'

const role = v.picklist(roles.map(({ key }) => key) as [Role, ...Role[]])

const clientState = v.object({
  userId: v.number(),
  accounts: v.array(v.object({ accountId: v.number(), name: v.string(), role, isCurrent: v.boolean() })),
  userRole: role,
})

/** The client state of SPEC section 3 that outlives a page. Nothing secret, and nothing that the server trusts. */
export interface ClientState {
  readonly userId: number
  readonly accounts: readonly SessionAccount[]
  readonly userRole: Role
}

const vault = createVault('adsite.state')

export function saveClientState(state: ClientState): void {
  void vault.write(JSON.stringify(state))
}

/** What an earlier page kept; null when there is none or it is not ours, which is then discarded. */
export async function readClientState(): Promise<ClientState | null> {
  const text = await vault.read()
  if (text === null) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), clientState), text)
  if (parsed.success) return parsed.output
  vault.clear()
  return null
}

export function clearClientState(): void {
  vault.clear()
}

/** A hint for loading ahead, and nothing more: an earlier page left a session behind. */
export function wasSignedIn(): boolean {
  return vault.holds()
}
