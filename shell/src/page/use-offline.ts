import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Whether the browser has no network; calls `onBack` when it has one again. */
export function useOffline(onBack: () => void): boolean {
  const offline = useSyncExternalStore(subscribe, () => !navigator.onLine)
  const back = useEffectEvent(onBack)
  useEffect(() => {
    const handle = () => back()
    window.addEventListener('online', handle)
    return () => window.removeEventListener('online', handle)
  }, [])
  return offline
}
