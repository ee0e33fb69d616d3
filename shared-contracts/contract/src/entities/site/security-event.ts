import * as v from 'valibot'
import { defineChoices } from '../../text/choices.ts'
import { securityEventKinds, type SecurityEventKind } from '../../endpoint/security-event-kind.ts'
import { choice, datetime, integer, object, reference, text } from '../../field/field.ts'
import { defineResource } from '../../resource/resource.ts'
import { readEndpoints } from '../../resource/resource-endpoints.ts'
import { roleChoices } from '../../role/role.ts'
import { describeEventTarget, eventSubjects, recordOfEventTarget, type eventTargets } from './event-target.ts'

export const securityOutcomes = defineChoices('security_outcome', [
  { key: 'DONE', label: { ja: '成功', en: 'Succeeded' }, colour: 'success' },
  { key: 'REFUSED', label: { ja: '拒否・失敗', en: 'Refused' }, colour: 'error' },
])

/**
 * Record changes that are also security events, by record and field (`*`: any change). Whatever writes such a
 * change to the history writes the event in the same transaction, wherever the change comes from.
 */
export const securityChanges: Readonly<Partial<Record<keyof typeof eventTargets, Readonly<Record<string, SecurityEventKind>>>>> = {
  company: { credit_limit: 'credit', credit_status: 'credit' },
  revenue_share: { '*': 'revenue_share' },
  membership: { '*': 'membership' },
  invitation: { '*': 'invitation' },
  single_sign_on: { '*': 'single_sign_on' },
  user: { status: 'user_status', password: 'password' },
}

/**
 * Requests rejected with one of these codes are recorded as `refusal` events. `not_found` counts only for
 * signed-in users, because it is also the answer for another tenant's record.
 */
export const refusalEvents = [
  'forbidden',
  'viewing',
  'single_sign_on_session',
  'forbidden_origin',
  'csrf_mismatch',
  'too_many_requests',
  'not_found',
] as const

/** Retention of events in days; the setting `AUDIT_DAYS` cannot be below the minimum. */
export const auditDays = { min: 30, default: 400 } as const

/** A security event; immutable once written. */
export const securityEvent = defineResource({
  name: 'security_event',
  path: '/api/security-event',
  label: { ja: '監査ログ', en: 'Audit log' },
  plural: 'Audit log entries',
  title: 'actor',
  permissions: {
    list: 'security_event.list',
    select: 'security_event.list',
    read: 'security_event.list',
    create: null,
    update: null,
    delete: null,
  },
  fields: {
    at: datetime({ label: { ja: '日時', en: 'Time' }, required: true, access: 'read' }),
    kind: choice({ label: { ja: '種類', en: 'Event' }, choices: securityEventKinds, required: true, access: 'read' }),
    outcome: choice({ label: { ja: '結果', en: 'Outcome' }, choices: securityOutcomes, required: true, access: 'read' }),
    actor: text({ label: eventSubjects.user, max: 400, access: 'read' }),
    account_id: reference({ label: eventSubjects.account, target: 'account', access: 'read' }),
    role: choice({ label: { ja: '権限', en: 'Role' }, choices: roleChoices, access: 'read' }),
    address: text({ label: { ja: 'IPアドレス', en: 'IP address' }, max: 100, access: 'read' }),
    device: text({ label: { ja: '端末', en: 'Device' }, max: 100, access: 'read' }),
    target: object({
      label: { ja: '対象', en: 'Target' },
      schema: v.string(),
      describe: describeEventTarget,
      refersTo: recordOfEventTarget,
      access: 'read',
    }),
    detail: text({ label: { ja: '内容', en: 'Details' }, max: 1000, access: 'read' }),
    occurrences: integer({ label: { ja: '回数', en: 'Count' }, required: true, access: 'read' }),
    request_id: text({ label: { ja: 'リクエストID', en: 'Request ID' }, max: 100, access: 'read' }),
  },
  list: {
    columns: ['at', 'kind', 'outcome', 'actor', 'address', 'target', 'detail'],
    filters: ['kind', 'outcome', 'at', 'account_id', 'role'],
    sorts: ['at'],
    defaultSort: '-at',
    search: true,
    searchLabel: { ja: 'ユーザー・IPアドレス・内容で検索', en: 'Search user, IP address or details' },
  },
  sections: [],
})

const { list, export: exported } = readEndpoints(securityEvent)

/** The security audit log; the API offers no write endpoint. */
export const securityEventEndpoints = { list, export: exported }
