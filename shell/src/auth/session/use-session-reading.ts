import type { SessionData } from '@adsite/contract'
import { useEffect, useEffectEvent, useState } from 'react'

/** Reads the session once `read` is given; returns the last error and a retry function. */
export function useSessionReading(
  read: (() => Promise<SessionData | null>) | null,
  onRead: (session: SessionData | null) => void = () => {},
): { error: Error | null; retry: () => void } {
  const [error, setError] = useState<Error | null>(null)
  const pending = read !== null && error === null
  const begin = useEffectEvent(() => read?.())
  const told = useEffectEvent(onRead)
  useEffect(() => {
    if (!pending) return
    let current = true
    void begin()?.then(
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
