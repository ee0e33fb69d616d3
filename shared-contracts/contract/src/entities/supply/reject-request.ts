import { bulkEndpoint } from '../../resource/bulk.ts'
import { defineChoices } from '../../text/choices.ts'
import { choice, reference, text } from '../../field/field.ts'
import { defineResource } from '../../resource/resource.ts'
import { actionEndpoints, createEndpoint, readEndpoints } from '../../resource/resource-endpoints.ts'
import type { StateRules } from '../../resource/state.ts'

export const rejectRequestStatuses = defineChoices('reject_request_status', [
  { key: 'FILED', label: { ja: '申請中', en: 'Filed' }, colour: 'info' },
  { key: 'ACCEPTED', label: { ja: '承認済み', en: 'Accepted' }, colour: 'success' },
  { key: 'DECLINED', label: { ja: '却下', en: 'Declined' }, colour: 'error' },
])

export const rejectRequestReasons = defineChoices('reject_request_reason', [
  { key: 'COMPETITOR', label: { ja: '競合する商品・サービス', en: 'Competing product or service' } },
  { key: 'CATEGORY', label: { ja: '掲載しないカテゴリー', en: 'Category not accepted' } },
  { key: 'EXPRESSION', label: { ja: '不適切な表現・画像', en: 'Unsuitable wording or image' } },
  { key: 'LANDING_PAGE', label: { ja: 'リンク先の問題', en: 'Problem with the landing page' } },
  { key: 'LEGAL', label: { ja: '法令・ガイドライン', en: 'Law or guidelines' } },
  { key: 'OTHER', label: { ja: 'その他', en: 'Other' } },
])

/** spec/domain "Reject request": filed by the media group, decided by the administrator; acceptance excludes the ad at once. */
export const rejectRequestStates = {
  field: 'status',
  actions: {
    accept: {
      label: { ja: '承認する', en: 'Accept' },
      permission: 'reject_request.decide',
      from: ['FILED'],
      to: 'ACCEPTED',
      byAnother: true,
      done: { ja: '掲載拒否申請を承認しました', en: 'The reject request was accepted.' },
      confirm: {
        ja: 'この広告は、ただちにこの媒体の掲載対象から外れます。よろしいですか？',
        en: 'The ad is excluded from this medium at once. Continue?',
      },
    },
    decline: {
      label: { ja: '却下する', en: 'Decline' },
      permission: 'reject_request.decide',
      from: ['FILED'],
      to: 'DECLINED',
      done: { ja: '掲載拒否申請を却下しました', en: 'The reject request was declined.' },
      reason: { label: { ja: '却下の理由', en: 'Why it is declined' }, maxLength: 500, field: 'decision_reason' },
    },
  },
} as const satisfies StateRules

/** A media group's request that an ad not be shown on one of its media. */
export const rejectRequest = defineResource({
  name: 'reject_request',
  path: '/api/reject-request',
  touches: ['/api/campaign', '/api/ad', '/api/ad-whitelist', '/api/advertisement', '/api/dashboard'],
  label: { ja: '掲載拒否申請', en: 'Reject request' },
  plural: 'Reject requests',
  title: 'name',
  permissions: {
    list: 'reject_request.read',
    select: 'reject_request.read',
    read: 'reject_request.read',
    create: 'reject_request.create',
    update: null,
    delete: null,
  },
  fields: {
    name: text({ label: { ja: '広告名', en: 'Ad' }, required: true, max: 255, access: 'read' }),
    status: choice({ label: { ja: '状態', en: 'Status' }, choices: rejectRequestStatuses, required: true, access: 'read' }),
    advertisement_id: reference({
      label: { ja: '掲載広告', en: 'Advertisement' },
      target: 'advertisement',
      required: true,
      access: 'create',
    }),
    medium_id: reference({ label: { ja: '媒体', en: 'Medium' }, target: 'medium', required: true, access: 'read' }),
    publisher_group_id: reference({
      label: { ja: 'メディアグループ', en: 'Media group' },
      target: 'publisher_group',
      required: true,
      access: 'read',
    }),
    reason_code: choice({
      label: { ja: '理由の区分', en: 'Reason category' },
      choices: rejectRequestReasons,
      required: true,
      access: 'create',
    }),
    reason: text({ label: { ja: '理由', en: 'Reason' }, kind: 'multiline', required: true, max: 500, access: 'create' }),
    decision_reason: text({ label: { ja: '却下の理由', en: 'Why it was declined' }, kind: 'multiline', max: 500, access: 'read' }),
  },
  list: {
    columns: ['name', 'status', 'medium_id', 'reason_code', 'reason', 'decision_reason'],
    filters: ['status', 'reason_code', 'publisher_group_id', 'medium_id'],
    sorts: ['updated_at', 'name'],
    defaultSort: '-updated_at',
    search: true,
  },
  sections: [
    { title: { ja: '対象', en: 'What' }, fields: ['name', 'advertisement_id', 'medium_id', 'publisher_group_id'] },
    { title: { ja: '申請', en: 'Request' }, fields: ['reason_code', 'reason'] },
    { title: { ja: '判断', en: 'Decision' }, fields: ['status', 'decision_reason'] },
  ],
  states: rejectRequestStates,
})

export const rejectRequestEndpoints = {
  ...readEndpoints(rejectRequest),
  create: createEndpoint(rejectRequest),
  bulk: bulkEndpoint(rejectRequest),
  ...actionEndpoints(rejectRequest, rejectRequestStates),
}
