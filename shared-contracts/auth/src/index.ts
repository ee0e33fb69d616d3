export {
  endSession,
  finishSignIn,
  followOtherTabs,
  readSession,
  completeSignIn,
  recheckSession,
  refreshSession,
  signIn,
  signInWithPasskey,
  signInWithProvider,
  signOut,
  switchAccount,
} from './actions.ts'
export { keepInClientState, mayBeSignedIn, wasSignedIn } from './client-state.ts'
export { loadConstants, useConstants, type Constants } from './constants.ts'
export { holdsDrafts, openDraft } from './drafts.ts'
export { leavingAtom } from './leaving.ts'
export { loadCities, loadPrefectures, useCities, usePrefectures } from './places.ts'
export {
  accountAtom,
  accountsAtom,
  accountsOf,
  sameIdentity,
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
export { createVault, type Vault } from './vault.ts'
