/**
 * A short hash (FNV-1a) of some content. Each remote bundles the kit, in whatever version it was built
 * with, and several of them live in one page: names that the kit gives to page-wide things (CSS classes,
 * text namespaces) carry the hash of what they name, so that no version meets another's.
 */
export function contentHash(content: string): string {
  let hash = 0x811c9dc5
  for (const character of content) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
