/** Whether code did not arrive, by webpack's name for that. */
export const isChunkLoadError = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError'

/** URL of the file whose loading failed; null for all other errors. */
export function failedFile(failure: unknown): string | null {
  if (!(failure instanceof Error)) return null
  // webpack says it in `request`; what the federation runtime passes on keeps the message only.
  const named = 'request' in failure && typeof failure.request === 'string' ? failure.request : /\(\w+: (\S+)\)/u.exec(failure.message)?.[1]
  return named ?? failedFile(failure.cause)
}

/**
 * Refetches a script or style that failed to load as released, bypassing the cache; returns whether it arrived.
 * Files of a build are cached for a year, so a bad response would otherwise fail every retry. Requests that
 * timed out are not retried.
 */
export async function renewChunk(failure: unknown): Promise<boolean> {
  const url = URL.parse(failedFile(failure) ?? '', location.href)
  const hung = failure instanceof Error && 'type' in failure && failure.type === 'timeout'
  if (hung || !url?.pathname.startsWith('/r/')) return false
  const response = await fetch(url, { cache: 'reload' }).catch(() => null)
  return response?.ok ?? false
}
