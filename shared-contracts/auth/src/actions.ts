import { ApiError, call, queryClient, setActiveAccount, setViewing } from '@adsite/api-client'
import { errors, sessionEndpoints, signInEndpoints, singleSignInEndpoints, type EndpointBody, type SessionData } from '@adsite/contract'
import { getDefaultStore } from 'jotai'
import { accountsOf, sameIdentity, writableReasonAtom, writableSessionAtom, type SignedOutReason } from './session.ts'
import { keepOwnDrafts } from './drafts.ts'
import { clearClientState, pauseClientState, readClientState, restoreClientState, saveClientState } from './client-state.ts'
import { isLeaving, setLeaving } from './leaving.ts'
import { hearOtherTabs, tellOtherTabs } from './other-tabs.ts'

const store = getDefaultStore()

/** Incremented on sign-in, switch and sign-out, so that the response to an earlier request cannot undo them. */
let turn = 0
let reading: Promise<SessionData | null> | null = null

/** How long sign-out waits for the server (milliseconds) before the page discards the session by itself. */
const signOutLimit = 5_000

function forget(reason: SignedOutReason): void {
  turn += 1
  clearClientState()
  setActiveAccount(null)
  setViewing(false)
  store.set(writableReasonAtom, reason)
  store.set(writableSessionAtom, null)
  queryClient.clear()
}

/**
 * Adopts the session that the API returned. Throws if the account in use has no role, since nothing could be
 * shown (spec/site "Roles").
 */
function take(session: SessionData): SessionData {
  const accounts = accountsOf(session)
  const current = accounts.find((account) => account.isCurrent)
  if (!current) {
    forget('no_role')
    throw new Error('role not found.')
  }
  const before = store.get(writableSessionAtom)
  const isViewing = session.viewing !== undefined
  // Whoever is viewed leaves nothing in this browser, and takes nothing from it.
  if (!isViewing && before?.user.id !== session.user.id) void keepOwnDrafts(session.user.id)
  if (before && JSON.stringify(before) === JSON.stringify(session)) return before
  setActiveAccount(current.accountId)
  setViewing(isViewing)
  store.set(writableSessionAtom, session)
  // Nothing of the former account may stay on screen (spec/domain "Row scope").
  if (before && !sameIdentity(before, session)) queryClient.clear()
  if (isViewing) pauseClientState()
  else saveClientState({ user: session.user, accounts, userRole: current.role })
  if (before && before.viewing?.id !== session.viewing?.id) announced(session)
  return session
}

/** Returns the known session, or else the result of {@link refreshSession}. */
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
    // This is not awaited, so that an unresponsive storage blocks nobody.
    void known?.then((kept) => kept && restoreClientState(kept))
    return session
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== errors.unauthenticated.status) throw error
    const hadSession = store.get(writableSessionAtom) || (await known)
    if (asked !== turn) return readSession()
    const reason = error.code === 'sign_in_unfinished' ? 'unfinished' : hadSession ? 'expired' : 'not_yet'
    if (store.get(writableSessionAtom) !== null) forget(reason)
    if (reason === 'expired') tellOtherTabs('ended')
    return null
  }
}

/**
 * Refetches the accounts and the account in use. Returns the session, or null when signed out. Rejects with
 * ApiError when the API cannot be reached (the session stays unchanged), and with 'role not found.' when the
 * account in use has no role. Concurrent calls share one request.
 */
export function refreshSession(): Promise<SessionData | null> {
  if (reading) return reading
  const mine = read().finally(() => {
    if (reading === mine) reading = null
  })
  reading = mine
  return mine
}

/** Called after a rejected call to find out whether the session has ended or the account has changed. Never rejects. */
export async function recheckSession(): Promise<void> {
  if (reading) return
  await refreshSession().catch(() => undefined)
}

function announced(session: SessionData): SessionData {
  tellOtherTabs({ userId: session.user.id, accountId: session.using_account_id })
  return session
}

function signedIn(data: SessionData): SessionData {
  // Signing in also ends the session that an earlier sign-out could not end.
  setLeaving(false)
  turn += 1
  return announced(take(data))
}

/** Signs in. Rejects with ApiError: login_failed, sign_in_unfinished (a further step follows), too_many_requests, validation_failed … */
export async function signIn(body: EndpointBody<typeof sessionEndpoints.login>): Promise<SessionData> {
  return signedIn((await call(sessionEndpoints.login, { body })).data)
}

/** Completes a sign-in with a second factor. Rejects with ApiError: factor_rejected, validation_failed, too_many_requests … */
export async function finishSignIn(body: EndpointBody<typeof signInEndpoints.finish>): Promise<SessionData> {
  return signedIn((await call(signInEndpoints.finish, { body })).data)
}

/** Takes the session of a sign-in that a new second factor has completed. Rejects with ApiError. */
export async function completeSignIn(): Promise<SessionData> {
  return signedIn((await call(sessionEndpoints.me)).data)
}

/** Signs in with a passkey alone. Rejects with ApiError: login_failed, passkey_unknown, too_many_requests … */
export async function signInWithPasskey(body: EndpointBody<typeof signInEndpoints.passkey>): Promise<SessionData> {
  return signedIn((await call(signInEndpoints.passkey, { body })).data)
}

/** Signs in with what the provider of a company has sent the browser back with. Rejects with ApiError: login_failed, sign_in_unfinished … */
export async function signInWithProvider(body: EndpointBody<typeof singleSignInEndpoints.finish>): Promise<SessionData> {
  return signedIn((await call(singleSignInEndpoints.finish, { body })).data)
}

/**
 * Ends the session on the server and returns whether the server confirmed it. Until it does, this browser shows
 * nobody as signed in and keeps retrying ({@link leavingAtom}).
 */
export async function endSession(): Promise<boolean> {
  const confirmed = await call(sessionEndpoints.logout, { signal: AbortSignal.timeout(signOutLimit) }).then(
    () => true,
    () => false,
  )
  setLeaving(!confirmed)
  return confirmed
}

/** Signs out (spec/site "Sign-out"). Removes the local state whatever the server responds; returns whether the server confirmed it. */
export async function signOut(): Promise<boolean> {
  await queryClient.cancelQueries()
  const confirmed = await endSession()
  forget('left')
  tellOtherTabs('left')
  return confirmed
}

/**
 * Switches to another account of the user (spec/site "Account switching"). The local role and account change
 * only after the server agrees, so a rejection leaves the page unchanged. Rejects with ApiError.
 */
export async function switchAccount(accountId: number): Promise<SessionData> {
  // The switch invalidates the former session id, so calls in flight would return 401.
  await queryClient.cancelQueries()
  const { data } = await call(sessionEndpoints.changeRole, { body: { account_id: accountId } })
  turn += 1
  return announced(take(data))
}

/**
 * Follows sign-in, switch and sign-out in other tabs, immediately and even while hidden: clears everything of
 * the former account, keeps the session unknown until the API has answered, and sets it to null after a
 * sign-out. Asks the API where another tab has found the session ended. Calls `onSwitch` once the session of an
 * account chosen in another tab is loaded. Returns a function that stops following.
 */
export function followOtherTabs(onSwitch: (session: SessionData) => void = () => {}): () => void {
  return hearOtherTabs((news) => {
    const session = store.get(writableSessionAtom)
    if (news === 'left') return session === null ? undefined : forget('left_elsewhere')
    if (news === 'ended') return session ? void recheckSession() : undefined
    if (session && session.user.id === news.userId && session.using_account_id === news.accountId) return
    turn += 1
    reading = null
    queryClient.clear()
    store.set(writableSessionAtom, undefined)
    // Whoever renders the page awaits the same request and handles its failure.
    refreshSession().then(
      (now) => now && session && onSwitch(now),
      () => undefined,
    )
  })
}
