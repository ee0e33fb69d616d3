import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { checks } from './field.ts'
import { locales } from './text.ts'

/** The signed-in user's own settings. */
export const userEndpoints = {
  updateMe: defineEndpoint({
    method: 'PATCH',
    path: '/api/user/me',
    kind: 'update',
    permission: 'session.use',
    summary: 'Change the own language (of the site and of mails) or the account that a sign-in starts with',
    body: v.strictObject({ locale: v.optional(v.picklist(locales)), default_account_id: v.optional(checks.id) }),
    success: 204,
  }),
}
