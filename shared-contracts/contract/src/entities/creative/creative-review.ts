import { defineChoices } from '../../text/choices.ts'
import type { StateRules } from '../../resource/state.ts'

export const creativeStatuses = defineChoices('creative_status', [
  { key: 'DRAFT', label: { ja: '下書き', en: 'Draft' }, colour: 'neutral' },
  { key: 'APPLIED', label: { ja: '申請中', en: 'Under review' }, colour: 'info' },
  { key: 'APPROVED', label: { ja: '承認済み', en: 'Approved' }, colour: 'success' },
  { key: 'REJECTED', label: { ja: '否認', en: 'Rejected' }, colour: 'error' },
  { key: 'POST_REJECTED', label: { ja: '掲載停止', en: 'Stopped' }, colour: 'error' },
])

/** Review result of a submitted revision. */
export const creativeResults = defineChoices('creative_result', [
  ...creativeStatuses.items.filter(({ key }) => key !== 'DRAFT'),
  { key: 'WITHDRAWN', label: { ja: '取り下げ', en: 'Withdrawn' }, colour: 'neutral' },
])

/** Whether the advertiser wants it shown: a setting that is not reviewed. */
export const creativeUserStatuses = defineChoices('creative_user_status', [
  { key: 'ACTIVE', label: { ja: '有効', en: 'Active' } },
  { key: 'PAUSED', label: { ja: '停止中', en: 'Paused' }, colour: 'warning' },
])

/** Reason category of a rejection or a later stop; the text beside it says what to fix. */
export const creativeReasons = defineChoices('creative_reason', [
  { key: 'MISLEADING', label: { ja: '誤認を招く表現', en: 'Misleading' } },
  { key: 'SUBSTANTIATION', label: { ja: '根拠・出典の不足', en: 'Claims without evidence' } },
  { key: 'REGULATED', label: { ja: '薬機法・景表法などの法令', en: 'Laws on advertising' } },
  { key: 'RIGHTS', label: { ja: '著作権・肖像権・商標権', en: 'Rights of others' } },
  { key: 'PRINCIPAL', label: { ja: '主体者表記の不備', en: 'Advertiser not shown properly' } },
  { key: 'LANDING_PAGE', label: { ja: 'リンク先の不備', en: 'Landing page' } },
  { key: 'QUALITY', label: { ja: '画像・文字の品質', en: 'Quality of image or text' } },
  { key: 'OFFENSIVE', label: { ja: '公序良俗', en: 'Offensive' } },
  { key: 'OTHER', label: { ja: 'その他', en: 'Other' } },
])

const reason = {
  label: { ja: '理由', en: 'Reason' },
  maxLength: 1000,
  codes: creativeReasons,
  field: 'review_reason',
  codeField: 'review_reason_code',
} as const

/** Review of a creative (spec/domain "Creative"). */
export const creativeStates = {
  field: 'status',
  actions: {
    apply: {
      label: { ja: '申請する', en: 'Apply for review' },
      permission: 'creative.apply',
      from: ['DRAFT'],
      to: 'APPLIED',
      done: { ja: 'クリエイティブを申請しました', en: 'Creative applied for.' },
    },
    approve: {
      label: { ja: '承認する', en: 'Approve' },
      permission: 'creative.review',
      from: ['APPLIED'],
      to: 'APPROVED',
      byAnother: true,
      done: { ja: 'クリエイティブを承認しました', en: 'Creative approved.' },
      clears: ['review_reason', 'review_reason_code'],
    },
    reject: {
      label: { ja: '否認する', en: 'Reject' },
      permission: 'creative.review',
      from: ['APPLIED'],
      to: 'REJECTED',
      done: { ja: 'クリエイティブを否認しました', en: 'Creative rejected.' },
      confirm: {
        ja: '理由は広告主と代理店に表示されます。何を直せばよいかが分かるように入力してください。',
        en: 'The advertiser and the agency see the reason. Say what has to be mended.',
      },
      reason,
    },
    withdraw: {
      label: { ja: '申請を取り下げる', en: 'Withdraw' },
      permission: 'creative.apply',
      from: ['APPLIED'],
      to: 'DRAFT',
      done: { ja: 'クリエイティブの申請を取り下げました', en: 'The creative was withdrawn from review.' },
    },
    post_reject: {
      label: { ja: '掲載を停止する', en: 'Stop showing it' },
      permission: 'creative.review',
      // An approved creative stays visible while it is edited, so it can be stopped from any of these states.
      from: ['APPROVED', 'DRAFT', 'APPLIED', 'REJECTED'],
      to: 'POST_REJECTED',
      done: { ja: 'クリエイティブの掲載を停止しました', en: 'The creative is no longer shown.' },
      confirm: {
        ja: 'このクリエイティブの掲載を停止します。元に戻すことはできません。よろしいですか？',
        en: 'This creative will no longer be shown. This cannot be undone. Continue?',
      },
      reason,
    },
  },
} as const satisfies StateRules
