import { roles, sessionData, type Role, type SessionData } from '@adsite/contract'
import { getDefaultStore, type WritableAtom } from 'jotai'
import * as v from 'valibot'
import type { SessionAccount } from './session.ts'
import { createVault } from './vault.ts'

const role = v.picklist(roles.map(({ key }) => key))

const identity = v.object({
  user: sessionData.entries.user,
  accounts: v.array(v.object({ accountId: v.number(), name: v.string(), role, isCurrent: v.boolean() })),
  userRole: role,
})

/**
 * The signed-in user: the part of the client state (spec/site "Client state") that comes from the session. The
 * client state holds no secrets, and the server trusts none of it.
 */
export interface Identity {
  readonly user: SessionData['user']
  readonly accounts: readonly SessionAccount[]
  readonly userRole: Role
}

/** Another part of the client state, stored under its specified name (spec/site "Client state"). */
interface Part<T> {
  readonly schema: v.GenericSchema<unknown, T>
  /**
   * Holds null while there is nothing to keep. It is set to the value restored from an earlier page and accepts
   * that value only if it has nothing newer.
   */
  readonly atom: WritableAtom<unknown, [T], void>
  /** Belongs to the current page: survives a reload but does not appear in other tabs. */
  readonly ofPage: boolean
}

const store = getDefaultStore()
const vault = createVault('adsite.state')
const parts = new Map<string, Part<unknown>>()

/** The user whose state is kept; null while nobody is signed in, or somebody else is viewed, and then nothing is stored. */
let current: Identity | null = null
/** State restored from an earlier page of the same user, for parts whose code loads later. */
let restored: Readonly<Record<string, unknown>> | null = null
let writing: ReturnType<typeof setTimeout> | undefined

function keepSoon(): void {
  if (current === null) return
  clearTimeout(writing)
  writing = setTimeout(() => {
    const kept = [...parts].map(([name, { atom }]) => [name, store.get(atom)] as const).filter(([, value]) => value !== null)
    void vault.write(JSON.stringify({ ...current, ...Object.fromEntries(kept) }))
  })
}

function reloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation !== undefined && 'type' in navigation && navigation.type === 'reload'
}

function restore(name: string, { atom, schema, ofPage }: Part<unknown>): void {
  const value = restored?.[name]
  if (value === undefined || (ofPage && !reloaded())) return
  const parsed = v.safeParse(schema, value)
  if (parsed.success) store.set(atom, parsed.output)
}

/**
 * Persists an atom as part of the client state, encrypted in local storage, while its user is signed in. A value
 * that an earlier page of this user stored is restored immediately or once the session is known; values that no
 * longer match the schema are dropped.
 */
export function keepInClientState<T>(
  name: string,
  schema: v.GenericSchema<unknown, T>,
  atom: WritableAtom<unknown, [T], void>,
  { ofPage = false }: { ofPage?: boolean } = {},
): void {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the atom takes what its own schema lets through, which a list of parts cannot say
  const part = { schema, atom, ofPage } as unknown as Part<unknown>
  parts.set(name, part)
  restore(name, part)
  store.sub(atom, keepSoon)
}

/** Keeps what is stored as it is, until the user whose state it is comes back. */
export function pauseClientState(): void {
  clearTimeout(writing)
  current = null
}

export function saveClientState(identity: Identity): void {
  current = identity
  keepSoon()
}

/** Returns the state stored by an earlier page; null if there is none or it is invalid, in which case it is discarded. */
export async function readClientState(): Promise<{ readonly identity: Identity; readonly kept: Readonly<Record<string, unknown>> } | null> {
  const text = await vault.read()
  if (text === null) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), v.looseObject(identity.entries)), text)
  if (parsed.success) return { identity: parsed.output, kept: parsed.output }
  vault.clear()
  return null
}

/** Restores the state of an earlier page if it belongs to the signed-in user. */
export function restoreClientState({ identity, kept }: NonNullable<Awaited<ReturnType<typeof readClientState>>>): void {
  if (current?.user.id !== identity.user.id) return
  restored = kept
  for (const [name, part] of parts) restore(name, part)
}

export function clearClientState(): void {
  clearTimeout(writing)
  current = null
  restored = null
  vault.clear()
}

/** A hint for pages that do not require a session: the browser holds traces of one. */
export function mayBeSignedIn(): boolean {
  return wasSignedIn() || document.cookie.split('; ').some((entry) => entry.startsWith('XSRF-TOKEN='))
}

/** A hint for prefetching only: an earlier page left a session behind. */
export function wasSignedIn(): boolean {
  return vault.holds()
}
