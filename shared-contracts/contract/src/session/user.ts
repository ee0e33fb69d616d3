import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { checks, nameOf } from '../field/checks.ts'
import { sessionData } from './session.ts'
import { locales } from '../text/text.ts'

/** A person's display name, on screens and in mails. */
export const personName = nameOf(100)

/** The signed-in user's own settings. */
export const userEndpoints = {
  me: defineEndpoint({
    method: 'GET',
    path: '/api/user/me',
    label: { ja: '自分のユーザー情報の表示', en: 'View own user' },
    kind: 'get',
    permission: 'session.use',
    summary: 'The signed-in user',
    response: v.object({ data: sessionData.entries.user }),
    success: 200,
  }),
  updateMe: defineEndpoint({
    method: 'PATCH',
    path: '/api/user/me',
    label: { ja: '自分のユーザー情報の編集', en: 'Edit own user' },
    kind: 'update',
    permission: 'session.use',
    everywhere: true,
    summary: 'Change the own name, the language (of the site and of mails) or the account that a sign-in starts with',
    body: v.strictObject({
      name: v.optional(personName),
      locale: v.optional(v.picklist(locales)),
      default_account_id: v.optional(checks.id),
    }),
    success: 204,
    stale: ['/api/user/me'],
  }),
}
