import type { SessionData } from '@adsite/contract'
import { atom } from 'jotai'

/**
 * The session that this page displays. While it differs from the current session (the account was switched, here
 * or in another tab), no screen is rendered and the page navigates via /tmp, so that the former account's data
 * is not visible for even one frame. Undefined: the first session is adopted as it is.
 */
export const displayedSessionAtom = atom<SessionData | undefined>(undefined)
