/** Where the file was to come from that an error is about; null for every other error. */
export function failedFile(failure: unknown): string | null {
  if (!(failure instanceof Error)) return null
  // webpack says it in `request`; what the federation runtime passes on keeps the message only.
  const named = 'request' in failure && typeof failure.request === 'string' ? failure.request : /\(\w+: (\S+)\)/u.exec(failure.message)?.[1]
  return named ?? failedFile(failure.cause)
}

/**
 * Asks the server again for a script or style that did not arrive as it was released. Files of a build
 * are cached for a year: a bad answer would otherwise stay in the browser and fail every retry.
 */
export async function renewChunk(failure: unknown): Promise<void> {
  const url = URL.parse(failedFile(failure) ?? '', location.href)
  if (url?.pathname.startsWith('/r/')) await fetch(url, { cache: 'reload' }).catch(() => undefined)
}
