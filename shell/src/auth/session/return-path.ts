/** Pages that are never return targets. */
const passing = /^\/(auth|tmp)(\/|$)/u

/** The page requested before sign-in: a path of this origin (spec/quality "Redirects"), else the dashboard. */
export function returnPath(asked: string | null): string {
  if (!asked?.startsWith('/')) return '/'
  const address = URL.parse(asked, window.location.origin)
  if (address?.origin !== window.location.origin || passing.test(address.pathname)) return '/'
  // `/.//host` parses as a path of this origin but serialises to `//host`, another origin's URL.
  if (address.pathname.startsWith('//')) return '/'
  return address.pathname + address.search + address.hash
}

/**
 * The page to return to from a page for signing in. A fragment belongs to it: browsers keep that of the address from which the server
 * has sent them here.
 */
export function askedPath({ search, hash }: Pick<Location, 'search' | 'hash'>): string {
  const to = new URLSearchParams(search).get('to')
  return returnPath(to === null ? null : to + hash)
}

export const forgotPath = '/auth/forgot'

/** A path with parameters and the page to return to. */
export function withReturn(path: string, parameters: Readonly<Record<string, string>>, to: string): string {
  const search = new URLSearchParams(to === '/' ? parameters : { ...parameters, to })
  return search.size === 0 ? path : `${path}?${search}`
}

/** The login page with the page to return to; `expired` gives the reason (spec/api "Response handling"). */
export function loginPath(to: string, expired: boolean): string {
  return withReturn('/auth/login', expired ? { error: 'unauthorized' } : {}, returnPath(to))
}

/** The cushion page with the page to continue to. */
export function cushionPath(to: string): string {
  return withReturn('/tmp', {}, returnPath(to))
}
