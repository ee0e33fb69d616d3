export { followOtherTabs, recheckSession, refreshSession, signIn, signOut, switchAccount } from './actions.ts'
export { wasSignedIn } from './client-state.ts'
export { loadConstants, useConstants, type Constants } from './constants.ts'
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
