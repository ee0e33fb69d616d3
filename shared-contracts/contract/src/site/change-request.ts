import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { alwaysFresh } from '../endpoint/fresh.ts'
import { amountError, checks, writtenText } from '../field/checks.ts'
import { fourEyesAreas } from '../role/four-eyes.ts'
import type { Text } from '../text/text.ts'
import { message } from '../text/message.ts'

/** What changes without being a field of a resource, by the words that requests use. */
export const changeRequestFields = {
  areas: { ja: '2人で決める変更', en: 'Decided by two persons' },
  order_above: { ja: '承認に2人が必要な金額（円、超えるもの）', en: 'Orders above (yen)' },
  email: { ja: 'メールアドレス', en: 'E-mail' },
  locale: { ja: 'メールの言語', en: 'Language of the mail' },
  user: { ja: 'ユーザー', en: 'User' },
  account: { ja: 'アカウント', en: 'Account' },
} as const satisfies Record<string, Text>

/** What requests are about besides records of resources. */
export const changeRequestEntities = {
  four_eyes: { ja: '2人で決める変更の設定', en: 'What two persons decide' },
  membership: { ja: 'アカウントからの除外', en: 'Removal from an account' },
} as const satisfies Record<string, Text>

/** `LAPSED`: nobody decided in time. `OUTDATED`: what it is about has changed since, in its state or in the values that it names. */
const outcomes = ['APPROVED', 'REJECTED', 'WITHDRAWN', 'LAPSED', 'OUTDATED'] as const
export type ChangeRequestOutcome = (typeof outcomes)[number]

const nullableText = v.nullable(v.string())
const values = v.record(v.string(), v.unknown())

export const changeRequest = v.object({
  id: checks.id,
  /** One of `fourEyesAreas`, or `setting`; later versions have more. */
  area: v.string(),
  account: v.object({ id: checks.id, name: v.string() }),
  /** The resource, or one of `changeRequestEntities`. */
  entity: v.string(),
  entity_id: v.nullable(checks.id),
  /** `create`, `update`, `delete`, or the name of a state action. */
  action: v.string(),
  /** What the record is called. */
  name: v.string(),
  before: values,
  after: values,
  /** Why, in the words of who asked. */
  reason: nullableText,
  requested_by: v.string(),
  /** The caller has asked for it themselves, and cannot approve it. */
  own: v.boolean(),
  requested_at: v.string(),
  lapses_at: v.string(),
  /** null: it waits. */
  outcome: v.nullable(v.picklist(outcomes)),
  decided_by: nullableText,
  decided_at: nullableText,
  decision: nullableText,
})
export type ChangeRequest = v.InferOutput<typeof changeRequest>

const reason = writtenText(500)
export const changeRequestReason = v.strictObject({ reason })

const path = '/api/change-request'
const recordId = v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/u, message('invalid'))))
/** A request that is carried out changes its record, and whatever shows it. */
const stale = [
  path,
  '/api/four-eyes',
  '/api/company',
  '/api/revenue-share',
  '/api/order',
  '/api/ad',
  '/api/invitation',
  '/api/user',
  '/api/dashboard',
  '/api/notification',
]

/** Changes that wait for a second person. */
export const changeRequestEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path,
    label: { ja: '承認待ちの変更の表示', en: 'View changes that wait for a second person' },
    kind: 'list',
    permission: 'change_request.decide',
    person: true,
    summary:
      'Changes that wait for a second person, or that have ended, newest first; of one record if entity and entity_id name it. `after` is the `next` of the page before',
    query: v.strictObject({
      state: v.picklist(['waiting', 'ended'], message('choice')),
      entity: v.optional(v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/u, message('invalid')))),
      entity_id: recordId,
      after: recordId,
    }),
    // `page`: absent in answers of an API that has only the first one.
    response: v.object({ data: v.array(changeRequest), page: v.optional(v.object({ next: nullableText })) }),
    success: 200,
  }),
  explain: defineEndpoint({
    method: 'PATCH',
    path: `${path}/{id}`,
    label: { ja: '変更の理由の記入', en: 'Explain an own change that waits' },
    kind: 'update',
    permission: 'change_request.decide',
    person: true,
    summary: 'Say why an own change that waits is wanted',
    body: changeRequestReason,
    success: 204,
    stale: [path],
    errors: ['state_not_allowed'],
  }),
  approve: defineEndpoint({
    method: 'POST',
    path: `${path}/{id}/approve`,
    label: { ja: '変更の承認', en: 'Approve a change as the second person' },
    kind: 'change',
    permission: 'change_request.decide',
    fresh: alwaysFresh,
    summary:
      'Carry out a change that somebody else has asked for, with the permission that it needs. Refused where the record has changed meanwhile',
    body: changeRequestReason,
    success: 204,
    stale,
    event: 'four_eyes',
    errors: ['action_blocked', 'state_not_allowed', 'mail_failed', 'too_many_requests'],
  }),
  reject: defineEndpoint({
    method: 'POST',
    path: `${path}/{id}/reject`,
    label: { ja: '変更の却下または取り下げ', en: 'Reject a change, or withdraw an own one' },
    kind: 'change',
    permission: 'change_request.decide',
    fresh: alwaysFresh,
    summary: 'Refuse a change that waits; whoever has asked for it withdraws it so',
    body: changeRequestReason,
    success: 204,
    stale,
    event: 'four_eyes',
    errors: ['state_not_allowed'],
  }),
}

const setting = {
  areas: v.array(v.picklist(fourEyesAreas.keys, message('choice'))),
  /** Orders above this amount (yen) need two persons where `areas` has `order`. */
  order_above: v.pipe(
    v.string(message('required')),
    v.regex(/^\d{1,12}$/u, ({ input }) => (input === '' ? message('required') : amountError(input, { decimals: 0, min: 0, yen: true }))),
  ),
}

export const fourEyesSetting = v.object(setting)
export type FourEyesSetting = v.InferOutput<typeof fourEyesSetting>
export const fourEyesSettingBody = v.strictObject(setting)

/** What an account has decided by two persons. */
export const fourEyesEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/four-eyes/account/{id}',
    label: { ja: '2人で決める変更の設定の表示', en: 'View what two persons decide' },
    kind: 'get',
    permission: 'four_eyes.manage',
    person: true,
    summary: 'Which changes of an account need a second person',
    response: v.object({ data: fourEyesSetting }),
    success: 200,
  }),
  set: defineEndpoint({
    method: 'POST',
    path: '/api/four-eyes/account/{id}',
    label: { ja: '2人で決める変更の設定', en: 'Set what two persons decide' },
    kind: 'change',
    permission: 'four_eyes.manage',
    fresh: alwaysFresh,
    summary: 'Set which changes of an account need a second person. More takes effect at once; less waits for a second person itself',
    body: fourEyesSettingBody,
    response: v.object({ data: v.object({ waits: v.boolean() }) }),
    success: 200,
    stale: ['/api/four-eyes', path, '/api/account', '/api/notification'],
    event: 'four_eyes',
    errors: ['action_blocked'],
  }),
}
