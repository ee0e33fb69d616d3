import { isServedVersion, may, type Endpoint, type Sent } from '@adsite/contract'
import { RequestError } from '../error/request-error.ts'
import type { Session } from './handler.ts'

/**
 * Requires code of a version that this API serves (`X-Contract-Version`, which pages send). Calls about the session work
 * for all, so that everybody can sign out. Throws `page_outdated`.
 */
export function refuseOutdated({ permission }: Pick<Endpoint, 'permission'>, version: string | undefined): void {
  if (permission === 'public' || permission === 'session.use' || version === undefined) return
  if (!isServedVersion(version)) throw new RequestError('page_outdated')
}

/**
 * Requires a session, in the account that the page shows (`X-Account-Id`, when it is sent), with a role that has the
 * permission. Throws `unauthenticated`, `account_changed` or `forbidden`.
 */
export function authorise(
  endpoint: Pick<Endpoint, 'permission'>,
  session: Pick<Session, 'account_id' | 'role'> | null,
  shownAccount: string | undefined,
): void {
  if (endpoint.permission === 'public') return
  if (!session) throw new RequestError('unauthenticated')
  // Calls about the session must also work from a page that shows another account, because they reveal the switch.
  const ofSession = endpoint.permission === 'session.use'
  if (!ofSession && shownAccount !== undefined && shownAccount !== String(session.account_id)) throw new RequestError('account_changed')
  if (!may(session.role, endpoint.permission)) throw new RequestError('forbidden')
}

/** Requires a fresh factor where the endpoint declares it. Throws `factor_needed`. */
export function requireFresh({ fresh }: Pick<Endpoint, 'fresh'>, session: Pick<Session, 'fresh'> | null, sent: Sent): void {
  if (fresh?.(sent) && !session?.fresh) throw new RequestError('factor_needed')
}
