import { roles, sessionData, type Role, type SessionData } from '@adsite/contract'
import { getDefaultStore, type WritableAtom } from 'jotai'
import * as v from 'valibot'
import type { SessionAccount } from './session.ts'
import { createVault } from './vault.ts'

const role = v.picklist(roles.map(({ key }) => key) as [Role, ...Role[]])

const identity = v.object({
  user: sessionData.entries.user,
  accounts: v.array(v.object({ accountId: v.number(), name: v.string(), role, isCurrent: v.boolean() })),
  userRole: role,
})

/**
 * Who is signed in: the part of the client state (spec/site "Client state") that comes from the session. Nothing of what is
 * kept is secret, and nothing of it is trusted by the server.
 */
export interface Identity {
  readonly user: SessionData['user']
  readonly accounts: readonly SessionAccount[]
  readonly userRole: Role
}

/** A further part of the client state, kept under its specified name (spec/site "Client state"). */
interface Part<T> {
  readonly schema: v.GenericSchema<unknown, T>
  /** Null while there is nothing to keep. It is set to what an earlier page kept, and takes it where it has nothing newer. */
  readonly atom: WritableAtom<unknown, [T], void>
  /** It belongs to the page on show: it outlives a reload, and does not show up in another tab. */
  readonly ofPage: boolean
}

const store = getDefaultStore()
const vault = createVault('adsite.state')
const parts = new Map<string, Part<unknown>>()

/** Whose state is kept now; null while nobody is signed in, and then nothing is. */
let current: Identity | null = null
/** What an earlier page of the same user kept, for parts whose code comes later. */
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
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload'
}

function restore(name: string, { atom, schema, ofPage }: Part<unknown>): void {
  const value = restored?.[name]
  if (value === undefined || (ofPage && !reloaded())) return
  const parsed = v.safeParse(schema, value)
  if (parsed.success) store.set(atom, parsed.output)
}

/**
 * Keeps an atom as a part of the client state, encrypted in local storage, for as long as its user is signed in. What an
 * earlier page of this user kept is set at once, or when the session is known; what no longer fits the schema is dropped.
 */
export function keepInClientState<T>(
  name: string,
  schema: v.GenericSchema<unknown, T>,
  atom: WritableAtom<unknown, [T], void>,
  { ofPage = false }: { ofPage?: boolean } = {},
): void {
  const part = { schema, atom, ofPage } as unknown as Part<unknown>
  parts.set(name, part)
  restore(name, part)
  store.sub(atom, keepSoon)
}

export function saveClientState(identity: Identity): void {
  current = identity
  keepSoon()
}

/** What an earlier page kept; null when there is none or it is not ours, which is then discarded. */
export async function readClientState(): Promise<{ readonly identity: Identity; readonly kept: Readonly<Record<string, unknown>> } | null> {
  const text = await vault.read()
  if (text === null) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), v.looseObject(identity.entries)), text)
  if (parsed.success) return { identity: parsed.output, kept: parsed.output }
  vault.clear()
  return null
}

/** Takes over what an earlier page kept, if it is the signed-in user's. */
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

/** A hint, for pages that need nobody to be signed in: the browser has what a session leaves behind. */
export function mayBeSignedIn(): boolean {
  return wasSignedIn() || document.cookie.split('; ').some((entry) => entry.startsWith('XSRF-TOKEN='))
}

/** A hint for loading ahead, and nothing more: an earlier page left a session behind. */
export function wasSignedIn(): boolean {
  return vault.holds()
}
