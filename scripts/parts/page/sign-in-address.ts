export const loginPath = '/auth/login'

/** The login with the page to return to, as the shell would send somebody there who is signed out. */
export function signInAddress(page: string): string {
  const { pathname, search } = new URL(page)
  const to = pathname + search
  return to === '/' ? loginPath : `${loginPath}?${new URLSearchParams({ to })}`
}
