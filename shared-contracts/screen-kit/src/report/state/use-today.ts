import { useSyncExternalStore } from 'react'
import { japanToday } from '@adsite/contract'

function whenSeenAgain(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** The day it is in Japan; a page left open over midnight notices when it is looked at again. */
export function useToday(): string {
  return useSyncExternalStore(whenSeenAgain, () => japanToday())
}
