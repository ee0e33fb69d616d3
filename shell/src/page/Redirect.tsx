import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

function Leave({ to }: { to: string }): null {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}

/**
 * Leads to another page, from every address that it stands at. The router's own does so once for as long as it
 * stands: who goes on to a second such address before the first has been left would be left with nothing.
 */
export function Redirect({ to }: { to: string }) {
  const { key } = useLocation()
  return <Leave key={key} to={to} />
}
