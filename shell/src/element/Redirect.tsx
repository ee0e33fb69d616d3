import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/**
 * Leads to another page, from every address that it stands at. The router's own does so once for as long as it
 * stands: who goes on to a second such address before the first has been left would be left with nothing.
 */
export function Redirect({ to }: { to: string }): null {
  const navigate = useNavigate()
  // A new one with each address: its key is not, where something else than the router wrote it into the history.
  const location = useLocation()
  useEffect(() => {
    if (location.pathname !== to) void navigate(to, { replace: true })
  }, [navigate, to, location])
  return null
}
