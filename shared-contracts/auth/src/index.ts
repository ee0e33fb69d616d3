export { recheckSession, refreshSession, signIn, signOut, switchAccount } from './actions.ts'
export { wasSignedIn } from './client-state.ts'
export {
  accountAtom,
  accountsAtom,
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
