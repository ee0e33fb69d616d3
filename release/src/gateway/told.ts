import { toldTo, type RegistryPointers } from '@adsite/remote/release-format'
import { createHash } from 'node:crypto'
import type { Snapshot } from './snapshot.ts'

/** What some accounts are told of a snapshot, as it is sent. */
export interface Told {
  readonly pointers: RegistryPointers
  readonly json: string
  readonly etag: string
}

const kept = new WeakMap<Snapshot, Map<string, Told>>()

/** Whether not everybody is told the same: only then does it matter who asks. */
export const dependsOnAccount = ({ pointers }: Snapshot): boolean => Object.values(pointers.remotes).some(({ canary }) => canary !== null)

/** What an account is told; made once for all that try the same builds. null: somebody who is signed out. */
export function toldOf(snapshot: Snapshot, account: number | null): Told {
  const pointers = toldTo(snapshot.pointers, account)
  const tried = Object.entries(pointers.remotes).filter(([, { canary }]) => canary !== null)
  const key = tried.map(([unit]) => unit).join(' ')
  const all = kept.get(snapshot) ?? new Map<string, Told>()
  kept.set(snapshot, all)
  const known = all.get(key)
  if (known) return known
  const json = JSON.stringify(pointers)
  // Weak: the same document is sent in several encodings.
  const told = { pointers, json, etag: `W/"${createHash('sha256').update(json).digest('base64url')}"` }
  all.set(key, told)
  return told
}

/** Waits so long to hear who asks (milliseconds). */
const limit = 1000

/** The account in use of the browser that sends these cookies; null for nobody, and without an answer in time. */
export type ReadAccount = (cookies: string) => Promise<number | null>

export async function toldToBrowser(snapshot: Snapshot, cookies: string | undefined, readAccount: ReadAccount | undefined): Promise<Told> {
  if (!readAccount || !cookies || !dependsOnAccount(snapshot)) return toldOf(snapshot, null)
  const late = new Promise<null>((resolve) => setTimeout(resolve, limit, null).unref())
  return toldOf(snapshot, await Promise.race([readAccount(cookies).catch(() => null), late]))
}
