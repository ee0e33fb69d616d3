import { may, roleOfCode, type Permission, type Role, type SessionData } from '@adsite/contract'
import { atom, useAtomValue, type Atom } from 'jotai'

/** One account as the site uses it (spec/api "Account forms"). */
export interface SessionAccount {
  readonly accountId: number
  readonly name: string
  readonly role: Role
  /** True for the one account in use. */
  readonly isCurrent: boolean
}

/** Why nobody is signed in: not yet, the session ended by itself, the user left, here or in another tab, or the account has no role. */
export type SignedOutReason = 'not_yet' | 'expired' | 'left' | 'left_elsewhere' | 'no_role'

/** Writable only inside this package: everything else goes through the actions. */
export const writableSessionAtom = atom<SessionData | null | undefined>(undefined)
export const writableReasonAtom = atom<SignedOutReason>('not_yet')

/**
 * The session as the API last confirmed it; null when signed out, undefined while it is unknown: until the
 * first answer, and when another tab has changed it. The object stays the same one for as long as nothing in it changes.
 */
export const sessionAtom: Atom<SessionData | null | undefined> = atom((get) => get(writableSessionAtom))

export const signedOutReasonAtom: Atom<SignedOutReason> = atom((get) => get(writableReasonAtom))

/** Whether two sessions show the same: user, accounts and account in use. A new name or language of the user changes nothing on show. */
export function sameIdentity(one: SessionData, other: SessionData): boolean {
  const identity = ({ user, accounts, using_account_id }: SessionData) => JSON.stringify([user.id, accounts, using_account_id])
  return one === other || identity(one) === identity(other)
}

/** Server form to session form. Accounts with a role that does not exist are left out: they may nothing. */
export function accountsOf(session: SessionData): SessionAccount[] {
  return session.accounts.flatMap(({ account_id, name, role }) => {
    const key = roleOfCode(role)
    return key === null ? [] : [{ accountId: account_id, name, role: key, isCurrent: account_id === session.using_account_id }]
  })
}

export const accountsAtom: Atom<readonly SessionAccount[]> = atom((get) => {
  const session = get(writableSessionAtom)
  return session ? accountsOf(session) : []
})

export const accountAtom: Atom<SessionAccount | null> = atom((get) => get(accountsAtom).find((account) => account.isCurrent) ?? null)

/** {@link sessionAtom}'s value. */
export function useSession(): SessionData | null | undefined {
  return useAtomValue(sessionAtom)
}

/** All accounts of the user; empty while unknown or signed out. */
export function useAccounts(): readonly SessionAccount[] {
  return useAtomValue(accountsAtom)
}

/** The account in use; null while unknown or signed out. */
export function useAccount(): SessionAccount | null {
  return useAtomValue(accountAtom)
}

/** The role in the account in use; null while unknown or signed out, and null may nothing. */
export function useRole(): Role | null {
  return useAtomValue(accountAtom)?.role ?? null
}

/** Whether the role may do it; unknown, pending and failed all mean no. The API decides again. */
export function useMay(permission: Permission): boolean {
  return may(useRole(), permission)
}
