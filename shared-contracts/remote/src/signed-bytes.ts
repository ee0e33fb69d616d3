import type { Release } from './release.ts'

/** Says what the signature is for, so that one made for something else never passes here. */
const purpose = 'adsite release 1\n'

/** JSON with one spelling only: members by name, no spaces. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

/** The bytes that the signature of a release is made over: everything in release.json but the signature itself. */
export function signedBytes(release: Omit<Release, 'signature'> & { signature?: unknown }): Uint8Array<ArrayBuffer> {
  const { signature: _, ...signed } = release
  return new TextEncoder().encode(purpose + canonicalJson(signed))
}
