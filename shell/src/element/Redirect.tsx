import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/**
 * Redirects to another page from every location where it is rendered. The router's own component redirects only
 * once per mount: a second navigation to such a location before the first redirect completes would leave the
 * user on an empty page.
 */
export function Redirect({ to }: { to: string }): null {
  const navigate = useNavigate()
  // Depends on the location object, because its key does not change for entries that were not written by the router.
  const location = useLocation()
  useEffect(() => {
    if (location.pathname !== to) void navigate(to, { replace: true })
  }, [navigate, to, location])
  return null
}
