import { ApiError, call, queryClient, setActiveAccount } from '@adsite/api-client'
import { sessionEndpoints, type EndpointBody, type SessionData } from '@adsite/contract'
import { getDefaultStore } from 'jotai'
import { accountsOf, sameIdentity, writableReasonAtom, writableSessionAtom, type SignedOutReason } from './session.ts'
import { keepOwnDrafts } from './drafts.ts'
import { clearClientState, readClientState, restoreClientState, saveClientState } from './client-state.ts'
import { isLeaving, setLeaving } from './leaving.ts'
import { hearOtherTabs, tellOtherTabs } from './other-tabs.ts'

const store = getDefaultStore()

/** Counts sign-in, switch and sign-out, so that an answer asked for earlier cannot undo them. */
let turn = 0
let reading: Promise<SessionData | null> | null = null

/** How long a sign-out waits for the server before the page forgets the session by itself. */
const signOutLimit = 5_000

function forget(reason: SignedOutReason): void {
  turn += 1
  clearClientState()
  setActiveAccount(null)
  store.set(writableReasonAtom, reason)
  store.set(writableSessionAtom, null)
  queryClient.clear()
}

/** Takes over what the API said. Without a role for the account in use nothing can be shown (spec/site "Roles"). */
function take(session: SessionData): SessionData {
  const accounts = accountsOf(session)
  const current = accounts.find((account) => account.isCurrent)
  if (!current) {
    forget('no_role')
    throw new Error('role not found.')
  }
  const before = store.get(writableSessionAtom)
  if (before?.user.id !== session.user.id) void keepOwnDrafts(session.user.id)
  if (before && JSON.stringify(before) === JSON.stringify(session)) return before
  setActiveAccount(current.accountId)
  store.set(writableSessionAtom, session)
  // Under the former account nothing may be left to show (spec/domain "Row scope").
  if (before && !sameIdentity(before, session)) queryClient.clear()
  saveClientState({ user: session.user, accounts, userRole: current.role })
  return session
}

/** The session as far as it is known, else as {@link refreshSession} reads it. */
export async function readSession(): Promise<SessionData | null> {
  const session = store.get(writableSessionAtom)
  return session === undefined ? refreshSession() : session
}

async function read(): Promise<SessionData | null> {
  if (isLeaving()) {
    await endSession()
    if (store.get(writableSessionAtom) !== null) forget('left')
    return null
  }
  const asked = turn
  const known = store.get(writableSessionAtom) !== undefined ? null : readClientState()
  try {
    const { data } = await call(sessionEndpoints.me)
    if (asked !== turn) return await readSession()
    const session = take(data)
    // Not waited for: a storage that does not answer holds nobody up.
    void known?.then((kept) => kept && restoreClientState(kept))
    return session
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unauthenticated') throw error
    const hadSession = store.get(writableSessionAtom) || (await known)
    if (asked !== turn) return readSession()
    if (store.get(writableSessionAtom) !== null) forget(hadSession ? 'expired' : 'not_yet')
    return null
  }
}

/**
 * Reads accounts and account in use again. Answers the session, or null when signed out.
 * Rejects with ApiError when the API cannot be asked (the session stays what it was), and with
 * 'role not found.' when the account in use has no role. Calls at the same time share one request.
 */
export function refreshSession(): Promise<SessionData | null> {
  if (reading) return reading
  const mine = read().finally(() => {
    if (reading === mine) reading = null
  })
  reading = mine
  return mine
}

/** For calls that were refused: finds out whether the session has ended or the account has changed. Never rejects. */
export async function recheckSession(): Promise<void> {
  if (reading) return
  await refreshSession().catch(() => undefined)
}

function announced(session: SessionData): SessionData {
  tellOtherTabs({ userId: session.user.id, accountId: session.using_account_id })
  return session
}

/** Signs in. Rejects with ApiError: login_failed, too_many_requests, validation_failed … */
export async function signIn(body: EndpointBody<typeof sessionEndpoints.login>): Promise<SessionData> {
  const { data } = await call(sessionEndpoints.login, { body })
  // The session that was left behind has ended with it.
  setLeaving(false)
  turn += 1
  return announced(take(data))
}

/**
 * Ends the session on the server. Answers whether it said so; while it has not, this browser shows nobody as signed in
 * and tries again ({@link leavingAtom}).
 */
export async function endSession(): Promise<boolean> {
  const confirmed = await call(sessionEndpoints.logout, { signal: AbortSignal.timeout(signOutLimit) }).then(
    () => true,
    () => false,
  )
  setLeaving(!confirmed)
  return confirmed
}

/** Signs out (spec/site "Sign-out"): whatever the server says, the local state is removed. Answers whether the server confirmed it. */
export async function signOut(): Promise<boolean> {
  await queryClient.cancelQueries()
  const confirmed = await endSession()
  forget('left')
  tellOtherTabs('left')
  return confirmed
}

/**
 * Uses another account of the user (spec/site "Account switching"). The local role and account change once the
 * server agrees, so a refusal leaves the page where it was. Rejects with ApiError.
 */
export async function switchAccount(accountId: number): Promise<SessionData> {
  // The former session's id dies with the switch: calls under way would come back as 401.
  await queryClient.cancelQueries()
  const { data } = await call(sessionEndpoints.changeRole, { body: { account_id: accountId } })
  turn += 1
  return announced(take(data))
}

/**
 * Follows what other tabs do, at once and also while hidden: nothing of the former account is left on show,
 * the session is unknown until the API has said which one holds, and it is null after a sign-out.
 * `onSwitch` is told of an account that was chosen elsewhere, once it is known here. Answers a function that stops.
 */
export function followOtherTabs(onSwitch: (session: SessionData) => void = () => {}): () => void {
  return hearOtherTabs((news) => {
    const session = store.get(writableSessionAtom)
    if (news === 'left') return session === null ? undefined : forget('left_elsewhere')
    if (session && session.user.id === news.userId && session.using_account_id === news.accountId) return
    turn += 1
    reading = null
    queryClient.clear()
    store.set(writableSessionAtom, undefined)
    // Who shows the page reads the same answer, and its failure.
    refreshSession().then(
      (now) => now && session && onSwitch(now),
      () => undefined,
    )
  })
}
