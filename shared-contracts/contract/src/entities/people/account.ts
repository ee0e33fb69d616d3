import { bulkEndpoint } from '../../resource/bulk.ts'
import { defineChoices } from '../../text/choices.ts'
import type { Fields } from '../../field/field-type.ts'
import { choice, reference, text } from '../../field/field.ts'
import { defineResource, type AnyResource } from '../../resource/resource.ts'
import { actionEndpoints, deleteEndpoint, readEndpoints, writeEndpoints } from '../../resource/resource-endpoints.ts'
import { roleLabel } from '../../role/role.ts'
import type { StateRules } from '../../resource/state.ts'
import { isKeyOf } from '../../value/keys.ts'

export const accountStatuses = defineChoices('account_status', [
  { key: 'INPROGRESS', label: { ja: '審査中', en: 'Under review' }, colour: 'info' },
  { key: 'SERVING', label: { ja: '利用中', en: 'Serving' }, colour: 'success' },
  { key: 'SUSPENDED', label: { ja: '停止中', en: 'Suspended' }, colour: 'warning' },
  { key: 'ENDED', label: { ja: '終了', en: 'Ended' }, colour: 'neutral' },
])

export type AccountStatus = (typeof accountStatuses.keys)[number]

/** Status of an account (spec/domain "Account", after Yahoo! JAPAN Ads). New accounts are under review; ended accounts stay ended. */
export const accountStates = {
  field: 'status',
  actions: {
    approve: {
      label: { ja: '利用を開始', en: 'Approve' },
      permission: 'account.status',
      from: ['INPROGRESS'],
      to: 'SERVING',
      done: { ja: 'アカウントの利用を開始しました', en: 'Account approved.' },
    },
    suspend: {
      label: { ja: '停止する', en: 'Suspend' },
      permission: 'account.status',
      from: ['SERVING'],
      to: 'SUSPENDED',
      done: { ja: 'アカウントを停止しました', en: 'Account suspended.' },
      confirm: {
        ja: 'このアカウントを停止します。新しい申込はできなくなり、広告主の場合は配信も止まります。よろしいですか？',
        en: 'This account will take no new orders; an advertiser’s delivery stops too. Continue?',
      },
    },
    resume: {
      label: { ja: '再開する', en: 'Resume' },
      permission: 'account.status',
      from: ['SUSPENDED'],
      to: 'SERVING',
      done: { ja: 'アカウントを再開しました', en: 'Account resumed.' },
    },
    end: {
      label: { ja: '終了する', en: 'End' },
      permission: 'account.status',
      from: ['INPROGRESS', 'SERVING', 'SUSPENDED'],
      to: 'ENDED',
      done: { ja: 'アカウントを終了しました', en: 'Account ended.' },
      confirm: {
        ja: 'このアカウントを終了します。終了したアカウントは再開できません。よろしいですか？',
        en: 'This account will end and cannot be resumed. Continue?',
      },
    },
  },
} as const satisfies StateRules

const common = {
  name: text({ label: { ja: 'アカウント名', en: 'Name' }, required: true, max: 100 }),
  status: choice({ label: { ja: '状態', en: 'Status' }, choices: accountStatuses, required: true, access: 'read' }),
  company_id: reference({ label: { ja: '企業', en: 'Company' }, target: 'company', required: true, access: 'create' }),
} as const

/** The agency and the rep an account usually works through. */
const throughAgency = {
  agency_account_id: reference({ label: { ja: '代理店', en: 'Agency' }, target: 'agency' }),
} as const
const throughRep = {
  rep_account_id: reference({ label: { ja: 'レップ', en: 'Rep' }, target: 'rep' }),
} as const

/** Kinds of account with their own management screens; a media group's account is managed through its publisher group. */
export const accountKinds = ['advertiser', 'agency', 'rep', 'ptd'] as const
export type AccountKind = (typeof accountKinds)[number]

const plurals: Readonly<Record<AccountKind, string>> = { advertiser: 'Advertisers', agency: 'Agencies', rep: 'Reps', ptd: 'PTDs' }

/** Where accounts of a kind are named, or decide whether something is served. */
const touches: Readonly<Record<AccountKind, readonly string[]>> = {
  advertiser: [
    '/api/account',
    '/api/user',
    '/api/information',
    '/api/company',
    '/api/campaign',
    '/api/ad',
    '/api/order',
    '/api/ad-creative-group',
    '/api/ad-creative',
    '/api/delivery-file',
    '/api/dashboard',
    '/api/factor-requirement',
  ],
  agency: ['/api/account', '/api/user', '/api/information', '/api/campaign', '/api/factor-requirement'],
  rep: ['/api/account', '/api/user', '/api/information', '/api/campaign', '/api/factor-requirement'],
  ptd: ['/api/account', '/api/user', '/api/information', '/api/invitation', '/api/factor-requirement'],
}

function accountResource<const F extends Fields>(kind: AccountKind, parents: F) {
  const links = Object.keys(parents).filter((name) => isKeyOf(parents, name))
  const shown: readonly (keyof (typeof common & F) & string)[] = ['status', 'company_id', ...links]
  return defineResource({
    name: kind,
    path: `/api/account/${kind}`,
    touches: [...touches[kind], '/api/single-sign-on'],
    label: roleLabel(kind),
    plural: plurals[kind],
    title: 'name',
    permissions: {
      list: 'account.list',
      select: `${kind}.select`,
      read: 'account.read',
      create: 'account.create',
      update: 'account.update',
      delete: 'account.delete',
    },
    fields: { ...common, ...parents },
    list: {
      columns: ['name', ...shown],
      filters: shown,
      sorts: ['updated_at', 'name'],
      defaultSort: '-updated_at',
      search: true,
    },
    sections: [
      { title: { ja: '基本情報', en: 'Basics' }, fields: ['name', 'status', 'company_id'] },
      ...(links.length > 0 ? [{ title: { ja: '取引関係', en: 'Works through' }, fields: links }] : []),
    ],
    states: accountStates,
  })
}

function accountEndpoints<R extends AnyResource>(resource: R) {
  return {
    ...readEndpoints(resource),
    ...writeEndpoints(resource),
    delete: deleteEndpoint(resource),
    bulk: bulkEndpoint(resource),
    ...actionEndpoints(resource, accountStates),
  }
}

export const advertiser = accountResource('advertiser', { ...throughAgency, ...throughRep })
export const advertiserEndpoints = accountEndpoints(advertiser)
export const agency = accountResource('agency', throughRep)
export const agencyEndpoints = accountEndpoints(agency)
export const rep = accountResource('rep', {})
export const repEndpoints = accountEndpoints(rep)
export const ptd = accountResource('ptd', {})
export const ptdEndpoints = accountEndpoints(ptd)
