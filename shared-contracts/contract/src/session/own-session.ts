import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { alwaysFresh } from '../endpoint/fresh.ts'
import { checks } from '../field/checks.ts'

/** A browser in which the user is signed in. */
export const ownSession = v.object({
  id: checks.id,
  /** Browser and operating system, if the browser reports them; null: unknown. */
  device: v.nullable(v.string()),
  /** IP address of the sign-in; null: unknown. */
  address: v.nullable(v.string()),
  account_name: v.string(),
  signed_in_at: v.string(),
  /** Accurate to the minute. */
  last_used_at: v.string(),
  /** Whether it is the session of the caller. */
  current: v.boolean(),
})
export type OwnSession = v.InferOutput<typeof ownSession>

/** The user's own sessions. */
export const ownSessionEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/session',
    label: { ja: 'ログイン中の端末の表示', en: 'View own sessions' },
    kind: 'list',
    permission: 'session.use',
    everywhere: true,
    viewing: 'refused',
    summary: 'Browsers in which the user is signed in, the one that asks first',
    response: v.object({ data: v.array(ownSession) }),
    success: 200,
  }),
  end: defineEndpoint({
    method: 'DELETE',
    path: '/api/session/{id}',
    label: { ja: '端末のログアウト', en: 'Sign out a session' },
    kind: 'delete',
    permission: 'session.use',
    everywhere: true,
    summary: 'Sign out one of the own sessions',
    success: 204,
    fresh: alwaysFresh,
    stale: ['/api/session'],
    event: 'session_end',
  }),
  endOthers: defineEndpoint({
    method: 'DELETE',
    path: '/api/session',
    label: { ja: 'ほかのすべての端末のログアウト', en: 'Sign out all other sessions' },
    kind: 'delete',
    permission: 'session.use',
    everywhere: true,
    summary: 'Sign out all own sessions but the one that asks',
    success: 204,
    fresh: alwaysFresh,
    stale: ['/api/session'],
    event: 'session_end',
  }),
}
