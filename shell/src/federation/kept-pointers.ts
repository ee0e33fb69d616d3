import { registryPointers, type RegistryPointers } from '@adsite/remote'
import * as v from 'valibot'

const key = 'adsite.registry'

/** The last set of builds that worked in this browser (PLATFORM section 3); null: none, or none that is still understood. */
export function keptPointers(): RegistryPointers | null {
  try {
    const json: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return v.is(registryPointers, json) ? json : null
  } catch {
    return null
  }
}

/**
 * Keeps what the pointers say of an area, now that the build which they choose has mounted. Nothing in it is secret, and
 * nothing of it is trusted: a release is checked by its signature whenever it is loaded.
 */
export function keepPointers({ channel, remotes }: RegistryPointers, area: string): void {
  const worked = remotes[area]
  if (!worked) return
  const before = keptPointers()
  if (before?.channel === channel && before.remotes[area]?.stable.build === worked.stable.build && before.remotes[area].rev === worked.rev)
    return
  const others = before?.channel === channel ? before.remotes : {}
  try {
    localStorage.setItem(key, JSON.stringify({ channel, remotes: { ...others, [area]: worked } }))
  } catch {
    // A full or forbidden storage keeps nothing; the page has its pointers.
  }
}
