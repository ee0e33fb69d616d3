/**
 * A short content hash (FNV-1a). Each remote bundles its own version of the kit, and several remotes share a
 * page; names that the kit uses page-wide (CSS classes, text namespaces) include the hash of their content, so
 * that versions do not collide.
 */
export function contentHash(content: string): string {
  let hash = 0x811c9dc5
  for (const character of content) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
