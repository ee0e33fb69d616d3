import { bulkEndpoint } from '../../resource/bulk.ts'
import { defineChoices } from '../../text/choices.ts'
import { creditRoomEndpoint } from './credit-room.ts'
import { choice, digits, money, text, url, zip } from '../../field/field.ts'
import { importEndpoints } from '../../resource/import.ts'
import { prefectures } from '../../text/prefecture.ts'
import { defineResource } from '../../resource/resource.ts'
import { actionEndpoints, deleteEndpoint, readEndpoints, writeEndpoints } from '../../resource/resource-endpoints.ts'
import type { StateRules } from '../../resource/state.ts'
import { message } from '../../text/message.ts'
import { keysOf } from '../../value/keys.ts'

export const enterpriseTypes = defineChoices('enterprise_type', [
  { key: 'KABUSHIKI', label: { ja: '株式会社', en: 'Kabushiki kaisha' } },
  { key: 'YUGEN', label: { ja: '有限会社', en: 'Yugen kaisha' } },
  { key: 'GODO', label: { ja: '合同会社', en: 'Godo kaisha' } },
  { key: 'IPPAN_SHADAN', label: { ja: '一般社団法人', en: 'General incorporated association' } },
  { key: 'OTHER', label: { ja: 'その他', en: 'Other' } },
])

export const enterpriseTypePositions = defineChoices('enterprise_type_position', [
  { key: 'BEFORE', label: { ja: '前', en: 'Before the name' } },
  { key: 'AFTER', label: { ja: '後', en: 'After the name' } },
])

export const paymentTypes = defineChoices('payment_type', [
  { key: 'PREPAY', label: { ja: '前払い', en: 'Prepaid' } },
  { key: 'POSTPAY', label: { ja: '後払い', en: 'Postpaid' } },
  { key: 'INVOICE', label: { ja: '請求書払い', en: 'Invoice' } },
])

export const creditStatuses = defineChoices('credit_status', [
  { key: 'UNREVIEWED', label: { ja: '未審査', en: 'Not reviewed' }, colour: 'neutral' },
  { key: 'APPLIED', label: { ja: '審査中', en: 'Under review' }, colour: 'info' },
  { key: 'ACTIVE', label: { ja: '承認済み', en: 'Approved' }, colour: 'success' },
  { key: 'RAISE_APPLIED', label: { ja: '増額審査中', en: 'Raise under review' }, colour: 'info' },
  { key: 'REJECTED', label: { ja: '否認', en: 'Rejected' }, colour: 'error' },
  { key: 'ON_HOLD', label: { ja: '保留', en: 'On hold' }, colour: 'warning' },
  { key: 'CREDIT_STOP', label: { ja: '与信停止', en: 'Credit stop' }, colour: 'warning' },
  { key: 'INACTIVE', label: { ja: '取引停止', en: 'Inactive' }, colour: 'neutral' },
  { key: 'BLOCKED', label: { ja: '利用停止', en: 'Blocked' }, colour: 'error' },
])

export type CreditStatus = (typeof creditStatuses.keys)[number]

/** Placeholder data of a company that was created from a delivery file, which contains only its name. */
export const companyPlaceholders = { zip: '000-0000', city: '-', street1: '-', phone: '0000000000' } as const

/** Returns the fields of a company that still hold a placeholder. */
export function companyLacks(record: Readonly<Record<string, unknown>>): (keyof typeof companyPlaceholders)[] {
  return keysOf(companyPlaceholders).filter((name) => record[name] === companyPlaceholders[name])
}

/** A company is provisional while any field holds a placeholder. */
export const companyRegistrations = defineChoices('company_registration', [
  { key: 'COMPLETE', label: { ja: '登録済み', en: 'Complete' }, colour: 'neutral' },
  { key: 'PROVISIONAL', label: { ja: '仮登録', en: 'Provisional' }, colour: 'warning' },
])

/** Required when an action restricts a company; recorded in its history. */
const reason = { label: { ja: '理由', en: 'Reason' }, maxLength: 500 } as const

/** The grounds for an approval; recorded in the history. */
const memo = { label: { ja: '審査メモ（承認の根拠）', en: 'Review memo (grounds for the approval)' }, maxLength: 500 } as const

/**
 * Credit of a company (spec/domain "Credit", after Google Ad Manager); credit.ts defines its effect on orders
 * and delivery. A block is final. Raising an approved limit is a new application (`limitChange`): the approved
 * limit stays in force until another administrator approves the raise.
 */
export const companyStates = {
  field: 'credit_status',
  actions: {
    apply_credit: {
      label: { ja: '与信を申請', en: 'Apply for credit' },
      permission: 'company.credit',
      from: ['UNREVIEWED', 'REJECTED'],
      to: 'APPLIED',
      done: { ja: '与信を申請しました', en: 'Credit applied for.' },
    },
    approve_credit: {
      label: { ja: '与信を承認', en: 'Approve credit' },
      permission: 'company.credit',
      from: ['APPLIED'],
      to: 'ACTIVE',
      byAnother: true,
      amount: {
        field: 'credit_limit',
        label: { ja: '{{amount}} の与信を承認', en: 'Approve {{amount}}' },
        note: {
          ja: '承認すると、この企業は与信枠まで申し込めるようになります。',
          en: 'The company will be able to order up to this limit.',
        },
        shows: ['credit_limit', 'payment_type'],
      },
      done: { ja: '与信を承認しました', en: 'Credit approved.' },
      reason: memo,
    },
    reject_credit: {
      label: { ja: '与信を否認', en: 'Reject credit' },
      permission: 'company.credit',
      from: ['APPLIED'],
      to: 'REJECTED',
      done: { ja: '与信を否認しました', en: 'Credit rejected.' },
      reason,
      confirm: { ja: 'この企業の与信を否認します。よろしいですか？', en: 'Credit of this company will be rejected. Continue?' },
    },
    withdraw_credit: {
      label: { ja: '与信の申請を取り下げる', en: 'Withdraw the application' },
      permission: 'company.credit',
      from: ['APPLIED'],
      to: 'UNREVIEWED',
      done: { ja: '与信の申請を取り下げました', en: 'Application withdrawn.' },
    },
    approve_raise: {
      label: { ja: '増額を承認', en: 'Approve raise' },
      permission: 'company.credit',
      from: ['RAISE_APPLIED'],
      to: 'ACTIVE',
      byAnother: true,
      amount: {
        field: 'applied_limit',
        label: { ja: '{{amount}} への増額を承認', en: 'Approve {{amount}}' },
        note: { ja: '承認すると、申請された与信枠がただちに適用されます。', en: 'The requested limit takes effect at once.' },
        shows: ['credit_limit', 'applied_limit', 'payment_type'],
      },
      done: { ja: '与信枠の増額を承認しました', en: 'Raise approved.' },
      clears: ['applied_limit'],
      reason: memo,
    },
    reject_raise: {
      label: { ja: '増額を否認', en: 'Reject raise' },
      permission: 'company.credit',
      from: ['RAISE_APPLIED'],
      to: 'ACTIVE',
      done: { ja: '与信枠の増額を否認しました', en: 'Raise rejected.' },
      clears: ['applied_limit'],
      reason,
      confirm: { ja: '増額を否認します。承認済みの与信枠はそのまま有効です。', en: 'The approved limit stays as it is.' },
    },
    withdraw_raise: {
      label: { ja: '増額の申請を取り下げる', en: 'Withdraw the raise' },
      permission: 'company.credit',
      from: ['RAISE_APPLIED'],
      to: 'ACTIVE',
      done: { ja: '増額の申請を取り下げました', en: 'Raise withdrawn.' },
      clears: ['applied_limit'],
    },
    hold_credit: {
      label: { ja: '保留にする', en: 'Put on hold' },
      permission: 'company.credit',
      from: ['ACTIVE', 'RAISE_APPLIED', 'CREDIT_STOP'],
      to: 'ON_HOLD',
      clears: ['applied_limit'],
      done: { ja: '与信を保留にしました', en: 'Credit put on hold.' },
      reason,
      confirm: {
        ja: 'この企業の与信を保留にします。新しい申込はできますが、広告を開始できなくなります。よろしいですか？',
        en: 'New orders remain possible, but no ad can be started. Continue?',
      },
    },
    restore_credit: {
      label: { ja: '保留を解除', en: 'Take off hold' },
      permission: 'company.credit',
      from: ['ON_HOLD'],
      to: 'ACTIVE',
      done: { ja: '与信の保留を解除しました', en: 'Credit is active again.' },
    },
    stop_credit: {
      label: { ja: '与信を停止', en: 'Stop credit' },
      permission: 'company.credit',
      from: ['ON_HOLD', 'INACTIVE'],
      to: 'CREDIT_STOP',
      done: { ja: '与信を停止しました', en: 'Credit stopped.' },
      reason,
      confirm: {
        ja: 'この企業の与信を停止します。新しい申込も広告の開始もできなくなります。よろしいですか？',
        en: 'New orders and starting ads will be blocked. Continue?',
      },
    },
    deactivate: {
      label: { ja: '取引を停止', en: 'Deactivate' },
      permission: 'company.credit',
      from: ['CREDIT_STOP'],
      to: 'INACTIVE',
      done: { ja: '取引を停止しました', en: 'Company deactivated.' },
      reason,
      confirm: {
        ja: 'この企業との取引を停止します。新しい申込も広告の開始もできません。よろしいですか？',
        en: 'New orders and starting ads will be blocked. Continue?',
      },
    },
    block: {
      label: { ja: '利用を停止', en: 'Block' },
      permission: 'company.credit',
      from: ['UNREVIEWED', 'APPLIED', 'ACTIVE', 'RAISE_APPLIED', 'REJECTED', 'ON_HOLD', 'CREDIT_STOP', 'INACTIVE'],
      to: 'BLOCKED',
      clears: ['applied_limit'],
      done: { ja: '企業の利用を停止しました', en: 'Company blocked.' },
      reason,
      confirm: {
        ja: 'この企業の利用を停止します。配信中の広告はただちに停止し、元に戻すことはできません。よろしいですか？',
        en: 'Delivery stops at once, and this cannot be undone. Continue?',
      },
    },
  },
} as const satisfies StateRules

/** What a new credit limit leads to: it takes effect at once, becomes an application, or is not allowed in this state. */
export function limitChange(status: CreditStatus, current: number, wanted: number): 'at_once' | 'application' | 'refused' {
  if (wanted <= current || status === 'UNREVIEWED' || status === 'APPLIED' || status === 'REJECTED') return 'at_once'
  return status === 'ACTIVE' || status === 'RAISE_APPLIED' ? 'application' : 'refused'
}

/** Check digit of a 13-digit corporate number: 9 − (Σ Pn·Qn mod 9), where Qn alternates between 1 and 2 from the right. */
export function isCorporateNumber(value: string): boolean {
  if (!/^\d{13}$/u.test(value)) return false
  const body = Array.from(value.slice(1)).toReversed()
  const sum = body.reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 2), 0)
  return Number(value[0]) === 9 - (sum % 9)
}

export const company = defineResource({
  name: 'company',
  path: '/api/company',
  touches: ['/api/account', '/api/campaign', '/api/ad', '/api/dashboard', '/api/single-sign-on'],
  fresh: ['credit_limit', 'credit_status'],
  fourEyes: { area: 'credit', waits: ['credit_limit'], shows: ['credit_limit', 'credit_status'] },
  label: { ja: '企業', en: 'Company' },
  plural: 'Companies',
  title: 'name',
  permissions: {
    list: 'company.list',
    select: 'company.select',
    read: 'company.read',
    create: 'company.create',
    update: 'company.update',
    delete: 'company.delete',
  },
  fields: {
    name: text({ label: { ja: '企業名', en: 'Name' }, required: true, max: 100 }),
    name_kana: text({ label: { ja: '企業名（カナ）', en: 'Name in kana' }, max: 100 }),
    enterprise_type: choice({ label: { ja: '法人格', en: 'Legal form' }, choices: enterpriseTypes, required: true }),
    enterprise_type_position: choice({ label: { ja: '法人格の位置', en: 'Position of legal form' }, choices: enterpriseTypePositions }),
    corporate_number: digits({
      label: { ja: '法人番号', en: 'Corporate number' },
      min: 13,
      max: 13,
      invalid: message('corporate_number'),
      check: isCorporateNumber,
    }),
    zip: zip({ label: { ja: '郵便番号', en: 'Postal code' }, required: true }),
    prefecture: choice({ label: { ja: '都道府県', en: 'Prefecture' }, choices: prefectures, required: true }),
    city: text({ label: { ja: '市区町村', en: 'City' }, required: true, max: 50 }),
    street1: text({ label: { ja: '町名・番地', en: 'Street' }, required: true, max: 100 }),
    street2: text({ label: { ja: '町名・番地 2', en: 'Street 2' }, max: 100 }),
    building: text({ label: { ja: '建物名', en: 'Building' }, max: 100 }),
    phone: digits({ label: { ja: '電話番号', en: 'Phone' }, required: true, min: 10, max: 11, form: message('phone') }),
    url: url({ label: { ja: 'ウェブサイト', en: 'Website' } }),
    contact_name: text({ label: { ja: '担当者名', en: 'Contact' }, max: 100 }),
    payment_type: choice({ label: { ja: '支払方法', en: 'Payment' }, choices: paymentTypes, required: true }),
    credit_limit: money({
      label: { ja: '与信枠', en: 'Credit limit' },
      help: {
        ja: '3,000円以上、1,000円単位。承認済みの与信枠の引き上げは申請となり、別の管理者が承認すると適用されます。',
        en: 'At least ¥3,000, in steps of ¥1,000. Raising an approved limit requires approval by another administrator.',
      },
      required: true,
      min: 3000,
      step: 1000,
    }),
    applied_limit: money({ label: { ja: '申請中の与信枠', en: 'Limit applied for' }, access: 'read' }),
    credit_status: choice({ label: { ja: '与信状態', en: 'Credit status' }, choices: creditStatuses, required: true, access: 'read' }),
    registration: choice({
      label: { ja: '登録区分', en: 'Registration' },
      choices: companyRegistrations,
      required: true,
      access: 'read',
    }),
  },
  list: {
    columns: ['name', 'credit_status', 'credit_limit', 'payment_type', 'prefecture', 'phone', 'registration'],
    filters: ['credit_status', 'registration', 'payment_type', 'prefecture', 'credit_limit'],
    sorts: ['updated_at', 'name', 'credit_limit'],
    defaultSort: '-updated_at',
    search: true,
    searchLabel: { ja: '企業名・電話番号・法人番号で検索', en: 'Search name, phone or corporate number' },
  },
  sections: [
    {
      title: { ja: '企業情報', en: 'Company' },
      fields: ['name', 'name_kana', 'enterprise_type', 'enterprise_type_position', 'corporate_number', 'url'],
    },
    {
      title: { ja: '所在地と連絡先', en: 'Address and contact' },
      fields: ['zip', 'prefecture', 'city', 'street1', 'street2', 'building', 'phone', 'contact_name'],
    },
    { title: { ja: '取引条件', en: 'Terms' }, fields: ['payment_type', 'credit_limit', 'applied_limit', 'credit_status', 'registration'] },
  ],
  addresses: [{ zip: 'zip', prefecture: 'prefecture', city: 'city', street: 'street1' }],
  states: companyStates,
})

const writing = writeEndpoints(company)

export const companyEndpoints = {
  ...readEndpoints(company),
  bulk: bulkEndpoint(company),
  ...writing,
  create: { ...writing.create, failure: { ja: '企業情報の登録に失敗しました。', en: 'The company could not be registered.' } },
  delete: deleteEndpoint(company),
  ...importEndpoints(company),
  creditRoom: creditRoomEndpoint,
  ...actionEndpoints(company, companyStates),
}
