import { useSyncExternalStore } from 'react'
import { japanDay } from '@adsite/contract'

function whenSeenAgain(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Today in Japan; a page left open past midnight updates when it becomes visible. */
export function useToday(): string {
  return useSyncExternalStore(whenSeenAgain, () => japanDay())
}
