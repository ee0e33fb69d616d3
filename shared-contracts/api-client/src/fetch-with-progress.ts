/** Progress callback: bytes sent and total bytes. */
export type OnProgress = (sent: number, total: number) => void

/**
 * Like `fetch`, but reports upload progress, which `fetch` cannot do. Rejects in the same way when no response
 * arrives or the signal aborts.
 */
export function fetchWithProgress(
  address: string,
  init: RequestInit & { readonly headers: Headers },
  onProgress: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'GET', address)
    request.withCredentials = init.credentials === 'include'
    for (const [name, value] of init.headers) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total))
    request.addEventListener('load', () =>
      resolve(new Response(request.status === 204 ? null : request.responseText, { status: request.status })),
    )
    request.addEventListener('error', () => reject(new TypeError('The request got no answer')))
    request.addEventListener('abort', () => reject(new DOMException('The request was given up', 'AbortError')))
    init.signal?.addEventListener('abort', () => request.abort(), { once: true })
    // oxlint-disable-next-line typescript/consistent-type-assertions -- uploads are files and texts; a stream, which the type allows too, has no progress
    request.send(init.body as XMLHttpRequestBodyInit | null)
  })
}
