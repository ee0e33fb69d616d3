import { may, roleOfCode, type Permission, type Role, type SessionData } from '@adsite/contract'
import { atom, useAtomValue, type Atom } from 'jotai'

/** An account in the form the site uses (spec/api "Account forms"). */
export interface SessionAccount {
  readonly accountId: number
  readonly name: string
  readonly role: Role
  /** True only for the account in use. */
  readonly isCurrent: boolean
}

/**
 * Why nobody is signed in: never signed in, the session ended by itself or elsewhere (`expired`), the sign-in lacks a step
 * (`signInSteps`), the user signed out in this tab or another one, or the account has no role.
 */
export type SignedOutReason = 'not_yet' | 'expired' | 'unfinished' | 'left' | 'left_elsewhere' | 'no_role'

/** Writable only inside this package; other code uses the actions. */
export const writableSessionAtom = atom<SessionData | null | undefined>(undefined)
export const writableReasonAtom = atom<SignedOutReason>('not_yet')

/**
 * The session as last confirmed by the API; null when signed out, undefined while unknown (before the first
 * response, or after another tab changed it). The object reference stays the same until its content changes.
 */
export const sessionAtom: Atom<SessionData | null | undefined> = atom((get) => get(writableSessionAtom))

export const signedOutReasonAtom: Atom<SignedOutReason> = atom((get) => get(writableReasonAtom))

/**
 * Whether two sessions have the same user, accounts and account in use, in person or as the same view. The user's name and language do not
 * count, because changing them changes nothing on screen.
 */
export function sameIdentity(one: SessionData, other: SessionData): boolean {
  const identity = ({ user, accounts, using_account_id, viewing }: SessionData) =>
    JSON.stringify([user.id, accounts, using_account_id, viewing?.id])
  return one === other || identity(one) === identity(other)
}

/** Converts accounts from the API form to the session form. Omits accounts whose role does not exist, because they have no permissions. */
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

/** The value of {@link sessionAtom}. */
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

/** The role in the account in use; null while unknown or signed out. A null role has no permissions. */
export function useRole(): Role | null {
  return useAtomValue(accountAtom)?.role ?? null
}

/** Whether the role has the permission; unknown, pending and failed all mean no. The API checks again. */
export function useMay(permission: Permission): boolean {
  return may(useRole(), permission)
}
