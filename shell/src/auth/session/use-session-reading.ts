import type { SessionData } from '@adsite/contract'
import { useEffect, useEffectEvent, useState } from 'react'

/** Reads the session once there is a way to `read` it; the error of the last try, and a way to try again. */
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
