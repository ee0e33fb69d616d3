/** How long an answer waits for what is looked up about its browser (milliseconds). */
const limit = 1000

/** What a lookup finds; null if it fails, or takes too long: pages are served without it. */
export function inTime<T>(lookup: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, limit, null).unref())
  return Promise.race([lookup.catch(() => null), late])
}
