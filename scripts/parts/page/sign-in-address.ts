export const loginPath = '/auth/login'

/** Servers refuse requests whose address and headers are longer than 16 kB (431), and what is encoded again grows. */
const longest = 8_000

/**
 * The login with the page to return to, as the shell would send somebody there who is signed out. Null for an address that would
 * become too long to be asked for; within the page it is not.
 */
export function signInAddress(page: string): string | null {
  const { pathname, search } = new URL(page)
  const to = pathname + search
  const address = to === '/' ? loginPath : `${loginPath}?${new URLSearchParams({ to })}`
  return address.length > longest ? null : address
}
