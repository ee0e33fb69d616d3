import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { handOver, tokenOf } from './hand-over.ts'

/**
 * The token of the mailed link that led here; '' when there is none. It leaves the address at once and is kept
 * in the entry of the history instead: seen by nobody who looks on, in no Referer, and there after a reload.
 */
export function useMailToken(): string {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const mailed = new URLSearchParams(search).get('token')
  useEffect(() => {
    if (mailed !== null) void navigate(pathname, { replace: true, state: handOver({ token: mailed }) })
  }, [mailed, pathname, navigate])
  return mailed ?? tokenOf(state)
}
