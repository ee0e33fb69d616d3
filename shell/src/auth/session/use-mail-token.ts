import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { handOver, tokenOf } from './hand-over.ts'

/**
 * The token of the mailed link that led here; '' if there is none. It is in the fragment, which browsers send to no server;
 * links that earlier builds mailed have it in the query. It is removed from the URL at once and kept in the history entry
 * instead: invisible to onlookers, and still available after a reload.
 */
export function useMailToken(): string {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const mailed = new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token')
  useEffect(() => {
    if (mailed !== null) void navigate(pathname, { replace: true, state: handOver({ token: mailed }) })
  }, [mailed, pathname, navigate])
  return mailed ?? tokenOf(state)
}
