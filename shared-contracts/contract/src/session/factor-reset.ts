import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { alwaysFresh } from '../endpoint/fresh.ts'
import { checks } from '../field/checks.ts'

/** Hours after which second factors that somebody has lost are removed, unless an administrator agrees sooner or their user stops it. */
export const factorResetHours = 72

const openReset = v.object({
  id: checks.id,
  user: v.object({ id: checks.id, name: v.string(), email: v.string() }),
  asked_at: v.string(),
  /** When the factors are removed by themselves. */
  due_at: v.string(),
})
export type FactorReset = v.InferOutput<typeof openReset>

const stale = ['/api/factor-reset', '/api/factor', '/api/factor-requirement', '/api/account/me', '/api/sign-in']

/** How somebody who has lost their second factors signs in again (docs/decisions/0041-lost-factors.md). */
export const factorResetEndpoints = {
  ask: defineEndpoint({
    method: 'POST',
    path: '/api/factor-reset/ask',
    label: { ja: '二段階認証の解除の依頼', en: 'Ask to reset the own second factors' },
    kind: 'change',
    permission: 'session.use',
    everywhere: true,
    unfinished: ['factor'],
    summary:
      'After the password: ask to remove the own second factors, which are lost. The user is told, and can stop it with any whole session',
    response: v.object({ data: v.object({ due_at: v.string() }) }),
    success: 200,
    stale,
    event: 'factor_reset',
    errors: ['state_not_allowed', 'action_blocked'],
  }),
  stop: defineEndpoint({
    method: 'POST',
    path: '/api/factor-reset/stop',
    label: { ja: '自分の二段階認証の解除の停止', en: 'Stop the reset of the own second factors' },
    kind: 'change',
    permission: 'session.use',
    summary: 'Stop the reset of the own second factors; none can be asked for with the password alone for some time',
    success: 204,
    stale,
    event: 'factor_reset',
    errors: ['state_not_allowed'],
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/api/factor-reset',
    label: { ja: '二段階認証の解除の依頼の表示', en: 'View asked resets of second factors' },
    kind: 'list',
    permission: 'factor.reset',
    person: true,
    summary: 'The resets that wait, the oldest first',
    response: v.object({ data: v.array(openReset) }),
    success: 200,
  }),
  confirm: defineEndpoint({
    method: 'POST',
    path: '/api/factor-reset/{id}/confirm',
    label: { ja: '二段階認証の解除の承認', en: 'Confirm a reset of second factors' },
    kind: 'change',
    permission: 'factor.reset',
    fresh: alwaysFresh,
    summary: 'Remove the second factors of the user who asked for it, and end their sessions. Nobody confirms their own',
    success: 204,
    stale,
    event: 'factor_reset',
    errors: ['action_blocked', 'state_not_allowed'],
  }),
  refuse: defineEndpoint({
    method: 'POST',
    path: '/api/factor-reset/{id}/refuse',
    label: { ja: '二段階認証の解除の却下', en: 'Refuse a reset of second factors' },
    kind: 'change',
    permission: 'factor.reset',
    fresh: alwaysFresh,
    summary: 'Refuse to reset the second factors of a user',
    success: 204,
    stale,
    event: 'factor_reset',
    errors: ['state_not_allowed'],
  }),
}
