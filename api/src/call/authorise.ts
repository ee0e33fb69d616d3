import { acceptsKey, isRefusedWhileViewing, isServedVersion, type Endpoint, type Sent } from '@adsite/contract'
import { RequestError } from '../error/request-error.ts'
import type { Caller } from '../db/scope.ts'
import type { Session } from './handler.ts'
import { requirePermission } from './may-call.ts'

/**
 * Requires code of a version that this API serves (`X-Contract-Version`, which pages send). Calls about the session work
 * for all, so that everybody can sign out. Throws `page_outdated`.
 */
export function refuseOutdated({ permission }: Pick<Endpoint, 'permission'>, version: string | undefined): void {
  if (permission === 'public' || permission === 'session.use' || version === undefined) return
  if (!isServedVersion(version)) throw new RequestError('page_outdated')
}

/**
 * Refuses a call that the session may not make. It needs a session whose sign-in is complete (or a call that completes it), the
 * account that the page shows (`X-Account-Id`, when it is sent) and a role with the permission. Some sessions may do less:
 * - one of an API key calls only what accepts keys, within the scopes of the key;
 * - one that views the site as somebody else only reads;
 * - one from a provider that vouches for some of the user's accounts calls nothing that concerns the others.
 *
 * @throws RequestError `unauthenticated`, `sign_in_unfinished`, `account_changed`, `viewing`, `single_sign_on_session`,
 * `key_not_allowed` or `forbidden`
 */
export function authorise(
  endpoint: Pick<Endpoint, 'method' | 'permission' | 'person' | 'fresh' | 'unfinished' | 'download' | 'viewing' | 'everywhere'>,
  session: (Caller & Pick<Session, 'step' | 'viewing' | 'elsewhere'>) | null,
  shownAccount: string | undefined,
): void {
  if (endpoint.permission === 'public') return
  if (!session) throw new RequestError('unauthenticated')
  if (session.step !== null && !endpoint.unfinished?.includes(session.step)) throw new RequestError('sign_in_unfinished')
  // Calls about the session must also work from a page that shows another account, because they reveal the switch.
  const ofSession = endpoint.permission === 'session.use'
  if (!ofSession && shownAccount !== undefined && shownAccount !== String(session.account_id)) throw new RequestError('account_changed')
  if (session.viewing && isRefusedWhileViewing(endpoint)) throw new RequestError('viewing')
  if (session.elsewhere && endpoint.everywhere) throw new RequestError('single_sign_on_session')
  if (session.key && !acceptsKey(endpoint)) throw new RequestError('key_not_allowed')
  requirePermission(session, endpoint.permission)
}

/** Requires a fresh factor where the endpoint declares it, which no API key has. Throws `factor_needed` or `key_not_allowed`. */
export function requireFresh(
  { fresh }: Pick<Endpoint, 'fresh'>,
  session: (Pick<Session, 'fresh'> & Pick<Caller, 'key'>) | null,
  sent: Sent,
): void {
  if (fresh?.(sent) && !session?.fresh) throw new RequestError(session?.key ? 'key_not_allowed' : 'factor_needed')
}
