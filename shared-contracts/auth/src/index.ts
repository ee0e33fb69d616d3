export { followOtherTabs, readSession, recheckSession, refreshSession, signIn, signOut, switchAccount } from './actions.ts'
export { keepInClientState, wasSignedIn } from './client-state.ts'
export { loadConstants, useConstants, type Constants } from './constants.ts'
export { openDraft } from './drafts.ts'
export { loadCities, loadPrefectures, useCities, usePrefectures } from './places.ts'
export {
  accountAtom,
  accountsAtom,
  accountsOf,
  sameStanding,
  sessionAtom,
  signedOutReasonAtom,
  useAccount,
  useAccounts,
  useMay,
  useRole,
  useSession,
  type SessionAccount,
  type SignedOutReason,
} from './session.ts'
export type { Vault } from './vault.ts'
