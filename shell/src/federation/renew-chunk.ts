/** Where the file was to come from that an error is about; null for every other error. */
export function failedFile(failure: unknown): string | null {
  if (!(failure instanceof Error)) return null
  // webpack says it in `request`; what the federation runtime passes on keeps the message only.
  const named = 'request' in failure && typeof failure.request === 'string' ? failure.request : /\(\w+: (\S+)\)/u.exec(failure.message)?.[1]
  return named ?? failedFile(failure.cause)
}

/**
 * Asks the server again for a script or style that did not arrive as it was released, and says whether it came. Files
 * of a build are cached for a year: a bad answer would otherwise stay in the browser and fail every retry. What hung
 * once is not waited for again.
 */
export async function renewChunk(failure: unknown): Promise<boolean> {
  const url = URL.parse(failedFile(failure) ?? '', location.href)
  const hung = failure instanceof Error && 'type' in failure && failure.type === 'timeout'
  if (hung || !url?.pathname.startsWith('/r/')) return false
  const response = await fetch(url, { cache: 'reload' }).catch(() => null)
  return response?.ok ?? false
}
