import type { SessionData } from '@adsite/contract'
import { atom } from 'jotai'

/**
 * The session that this page shows. While it is another than the one that holds (another account was
 * chosen, here or in another tab), no screen stands and the way leads over /tmp: nothing of the former
 * account is seen for a frame. undefined: the first session to come is taken as it is.
 */
export const displayedSessionAtom = atom<SessionData | undefined>(undefined)
