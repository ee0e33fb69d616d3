import { namesSession } from '@adsite/api'

export const loginPath = '/auth/login'

/** The login for a browser that is certainly signed out, with the page to return to, as the shell would send it there; else null. */
export function signInAddress({ url, headers }: Request, https: boolean): string | null {
  if (namesSession(headers.get('cookie') ?? '', https)) return null
  const { pathname, search } = new URL(url)
  const to = pathname + search
  return to === '/' ? loginPath : `${loginPath}?${new URLSearchParams({ to })}`
}
