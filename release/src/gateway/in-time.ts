/** What a promise resolves to; null if it rejects, or takes longer than `limit` (milliseconds): pages are served without it. */
export function inTime<T>(promise: Promise<T>, limit = 1000): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, limit, null).unref())
  return Promise.race([promise.catch(() => null), late])
}
