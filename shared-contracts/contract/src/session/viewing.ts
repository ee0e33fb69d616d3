import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { alwaysFresh } from '../endpoint/fresh.ts'
import { checks, writing } from '../field/checks.ts'
import { message } from '../text/message.ts'
import { sessionData } from './session.ts'

/** Minutes after which a view ends by itself. */
export const viewingMinutes = 30

/** Characters of the reason for a view. */
export const viewingReasonBounds = { min: 5, max: 300 } as const

export const viewingReason = v.pipe(
  writing,
  v.minLength(viewingReasonBounds.min, message('too_short', viewingReasonBounds.min)),
  v.maxLength(viewingReasonBounds.max, message('too_long')),
)

const session = v.object({ data: sessionData })

/** Administrators see the site as a user sees it, and can change nothing (spec/site "View as"). */
export const viewingEndpoints = {
  start: defineEndpoint({
    method: 'POST',
    path: '/api/viewing',
    label: { ja: '利用者としての閲覧の開始', en: 'Start viewing as a user' },
    kind: 'change',
    permission: 'user.view_as',
    fresh: alwaysFresh,
    summary: `Show this session the site as a user sees it in one of their accounts, for ${viewingMinutes} minutes at most; that account is notified`,
    body: v.strictObject({ user_id: checks.id, account_id: checks.id, reason: viewingReason }),
    response: session,
    success: 200,
    stale: [],
    event: 'view_as',
    errors: ['not_found', 'action_blocked'],
  }),
  end: defineEndpoint({
    method: 'DELETE',
    path: '/api/viewing/{id}',
    label: { ja: '利用者としての閲覧の終了', en: 'Stop to view as a user' },
    kind: 'change',
    permission: 'session.use',
    viewing: 'allowed',
    summary: 'End a view of one’s own; answers the session as it is then, also where the view had ended already',
    response: session,
    success: 200,
    stale: [],
    event: 'view_as',
  }),
}
