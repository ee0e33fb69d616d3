import type { Release } from './release.ts'

/** Domain separation: states the purpose, so that a signature made for anything else is not valid here. */
const purpose = 'adsite release 1\n'

/** Canonical JSON: sorted member names, no spaces. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

/** The bytes that a release's signature covers: everything in release.json except the signature itself. */
export function signedBytes(release: Omit<Release, 'signature'> & { signature?: unknown }): Uint8Array<ArrayBuffer> {
  const { signature: _, ...signed } = release
  return new TextEncoder().encode(purpose + canonicalJson(signed))
}
