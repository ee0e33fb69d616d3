import { refreshSession } from '@adsite/auth'
import type { SessionData } from '@adsite/contract'
import { useEffect, useEffectEvent, useState } from 'react'

/** Reads the accounts while `needed`; the error of the last try, and a way to try again. */
export function useSessionReading(
  needed: boolean,
  onRead: (session: SessionData | null) => void = () => {},
): { error: Error | null; retry: () => void } {
  const [error, setError] = useState<Error | null>(null)
  const pending = needed && error === null
  const told = useEffectEvent(onRead)
  useEffect(() => {
    if (!pending) return
    let current = true
    refreshSession().then(
      (session) => {
        if (current) told(session)
      },
      (reason: Error) => {
        if (current) setError(reason)
      },
    )
    return () => {
      current = false
    }
  }, [pending])
  return { error, retry: () => setError(null) }
}
