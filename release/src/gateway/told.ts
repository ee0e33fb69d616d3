import { briefOf, toldTo, type RegistryPointers } from '@adsite/remote/release-format'
import { createHash } from 'node:crypto'
import { inTime } from './in-time.ts'
import type { Snapshot } from './snapshot.ts'

/** What some accounts receive of a snapshot, as sent. */
export interface Told {
  readonly pointers: RegistryPointers
  readonly json: string
  /** The brief form, which recent shells ask for. */
  readonly brief: string
  readonly etag: string
}

const kept = new WeakMap<Snapshot, Map<string, Told>>()

/** True if accounts receive different builds, so that the caller's account matters. */
export const dependsOnAccount = ({ pointers }: Snapshot): boolean => Object.values(pointers.remotes).some(({ canary }) => canary !== null)

/** Pointers as sent. */
export function toldAs(pointers: RegistryPointers): Told {
  const json = JSON.stringify(pointers)
  // Weak, because the same document is sent in several encodings.
  return { pointers, json, brief: JSON.stringify(briefOf(pointers)), etag: `W/"${createHash('sha256').update(json).digest('base64url')}"` }
}

/** What an account receives; computed once for all accounts with the same builds. null for a signed-out browser. */
export function toldOf(snapshot: Snapshot, account: number | null): Told {
  const pointers = toldTo(snapshot.pointers, account)
  const tried = Object.entries(pointers.remotes).filter(([, { canary }]) => canary !== null)
  const key = tried.map(([unit]) => unit).join(' ')
  const all = kept.get(snapshot) ?? new Map<string, Told>()
  kept.set(snapshot, all)
  const known = all.get(key)
  if (known) return known
  const told = toldAs(pointers)
  all.set(key, told)
  return told
}

/** The account in use of the browser with these cookies; null if signed out, or without an answer in time. */
export type ReadAccount = (cookies: string) => Promise<number | null>

export async function toldToBrowser(snapshot: Snapshot, cookies: string | undefined, readAccount: ReadAccount | undefined): Promise<Told> {
  if (!readAccount || !cookies || !dependsOnAccount(snapshot)) return toldOf(snapshot, null)
  return toldOf(snapshot, await inTime(readAccount(cookies)))
}
