import * as v from 'valibot'
import { defineEndpoint } from '../../endpoint/endpoint.ts'
import { alwaysFresh } from '../../endpoint/fresh.ts'
import { checks } from '../../field/checks.ts'
import { boolean, reference, text, url } from '../../field/field.ts'
import { defineResource } from '../../resource/resource.ts'
import { deleteEndpoint, readEndpoints, writeEndpoints } from '../../resource/resource-endpoints.ts'
import { roleCodes } from '../../role/role.ts'
import type { Text } from '../../text/text.ts'
import { message } from '../../text/message.ts'
import { keysOf } from '../../value/keys.ts'

const path = '/api/single-sign-on'
const permission = 'single_sign_on.manage'

/** An address as OpenID Connect Discovery wants issuers to be. Without TLS on this machine alone, for development. */
function isIssuer(text: string): boolean {
  const parsed = URL.parse(text)
  if (!parsed || /[?#]/u.test(text) || parsed.username !== '' || parsed.password !== '') return false
  return parsed.protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(parsed.hostname)
}

/**
 * A provider of OpenID Connect that signs in people of a company (docs/decisions/0044-single-sign-on.md). Whom it may vouch for
 * follows from the domains that were proven, and what they may do from the groups that an administrator has assigned.
 */
export const singleSignOn = defineResource({
  name: 'single_sign_on',
  path,
  label: { ja: 'シングルサインオン', en: 'Single sign-on' },
  plural: 'Single sign-on',
  title: 'name',
  fresh: true,
  permissions: { list: permission, select: permission, read: permission, create: permission, update: permission, delete: permission },
  fields: {
    name: text({
      label: { ja: '設定名', en: 'Name' },
      help: { ja: '例：〇〇社のEntra ID', en: 'For example: Entra ID of Example Inc.' },
      required: true,
      max: 100,
    }),
    company_id: reference({
      label: { ja: '企業', en: 'Company' },
      help: {
        ja: 'ログインした人が利用できるのは、この企業のアカウントだけです。登録後は変更できません。',
        en: 'Whoever signs in this way uses the accounts of this company only. It cannot be changed later.',
      },
      target: 'company',
      required: true,
      access: 'create',
    }),
    issuer: url({
      label: { ja: '発行者（issuer）のURL', en: 'Issuer URL' },
      help: {
        ja: 'IDプロバイダーの設定画面に表示されるURLです。登録後は変更できません。',
        en: 'The identity provider shows it in its settings. It cannot be changed later.',
      },
      required: true,
      access: 'create',
    }),
    client_id: text({ label: { ja: 'クライアントID', en: 'Client ID' }, required: true, max: 255 }),
    groups_claim: text({
      label: { ja: 'グループのクレーム名', en: 'Claim with the groups' },
      help: {
        ja: 'IDプロバイダーがグループを渡すクレームの名前です。多くの場合は「groups」です。',
        en: 'The claim in which the provider sends groups, often "groups".',
      },
      required: true,
      max: 100,
    }),
    second_factor: boolean({
      label: { ja: 'IDプロバイダーの多要素認証', en: 'Multi-factor sign-in at the provider' },
      help: {
        ja: 'IDプロバイダーが多要素認証を必須にしているときだけ選んでください。',
        en: 'Choose it only where the provider demands several factors.',
      },
      statement: {
        ja: 'このサイトの二段階認証として扱う',
        en: 'It counts as the second factor of this site',
      },
      required: true,
    }),
    active: boolean({
      label: { ja: '利用', en: 'In use' },
      statement: { ja: 'この設定でのログインを許可する', en: 'People may sign in with it' },
      required: true,
    }),
    has_secret: boolean({
      label: { ja: 'シークレットの登録', en: 'Secret stored' },
      statement: { ja: '登録済み', en: 'Stored' },
      required: true,
      access: 'read',
    }),
    required: boolean({
      label: { ja: '必須化', en: 'Required' },
      statement: { ja: 'ほかの方法ではログインできない', en: 'People of its domains sign in no other way' },
      required: true,
      access: 'read',
    }),
    domains: text({ label: { ja: 'メールドメイン', en: 'E-mail domains' }, max: 3000, access: 'read' }),
  },
  list: {
    columns: ['name', 'active', 'required', 'company_id', 'domains', 'issuer'],
    filters: ['company_id', 'active', 'required'],
    sorts: ['updated_at', 'name'],
    defaultSort: '-updated_at',
    search: true,
  },
  sections: [
    { title: { ja: '接続先', en: 'Provider' }, fields: ['name', 'company_id', 'issuer', 'client_id', 'has_secret'] },
    { title: { ja: 'ログインの扱い', en: 'Sign-in' }, fields: ['domains', 'groups_claim', 'second_factor', 'active', 'required'] },
  ],
  checks: [
    ({ issuer }) =>
      typeof issuer === 'string' && issuer !== '' && !isIssuer(issuer) ? { field: 'issuer', message: message('issuer') } : null,
  ],
})

/**
 * Bounds of a provider, how long a proof of a domain lasts since it was last found, and within how many hours somebody has to
 * have signed in before it can be required.
 */
export const singleSignOnLimits = { domains: 50, groups: 200, proofDays: 7, triedHours: 24 } as const

/** Begins the TXT record that proves a domain; its name is that of the domain behind `challengeLabel`. */
export const challengePrefix = 'adsite-domain='
export const challengeLabel = '_adsite-challenge'

/** Where the provider sends browsers back to, below the address of the site. */
export const callbackPath = (id: number): string => `/auth/sso/${id}`
/** Where the provider tells that somebody has signed out there, below the address of the site. */
export const backChannelPath = (id: number | string): string => `/api/sso/${id}/logout`

const domain = v.object({
  id: checks.id,
  domain: v.string(),
  /** Name and value of the TXT record that proves it. */
  record: v.object({ name: v.string(), value: v.string() }),
  /** PROVEN: it counts. LAPSED: it did, and the record has been missing for too long. */
  state: v.picklist(['WAITING', 'PROVEN', 'LAPSED']),
  /** When the record was last found, and last looked for; null: never. */
  proven_at: v.nullable(v.string()),
  checked_at: v.nullable(v.string()),
})
export type SingleSignOnDomain = v.InferOutput<typeof domain>

const account = v.object({ account_id: checks.id, name: v.string(), role: v.picklist(roleCodes) })
const group = v.object({ id: checks.id, value: v.string(), ...account.entries })
export type SingleSignOnGroup = v.InferOutput<typeof group>

/** Why a provider cannot be required, in the words of the page and of the refusal. */
export const requirementObstacles = {
  inactive: {
    ja: 'この設定は利用していないため、必須にできません。先に編集画面で「利用」を有効にしてください。',
    en: 'This single sign-on is not in use, so it cannot be required. Put it to use first.',
  },
  no_proof: {
    ja: '確認済みのドメインがないため、必須にできません。',
    en: 'There is no proven domain, so it cannot be required.',
  },
  no_sign_in: {
    ja: `直近${singleSignOnLimits.triedHours}時間にこの設定でログインした人がいないため、必須にできません。先に、この設定でログインできることを確かめてください。`,
    en: `Nobody has signed in with it within ${singleSignOnLimits.triedHours} hours, so it cannot be required. Make sure first that it works.`,
  },
} as const satisfies Record<string, Text>
export type RequirementObstacle = keyof typeof requirementObstacles

const requirement = v.object({
  required: v.boolean(),
  obstacle: v.nullable(v.picklist(keysOf(requirementObstacles))),
  /** Active users whom it holds, or would hold, and those of them who have never signed in with the provider. */
  people: v.number(),
  without: v.number(),
})
export type SingleSignOnRequirement = v.InferOutput<typeof requirement>

/** Why the provider could not be reached. */
export const providerFaults = ['no_secret', 'refused_address', 'unreachable', 'no_metadata', 'other_issuer', 'incapable'] as const
export type ProviderFault = (typeof providerFaults)[number]

const domainForm = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/u

/** The domain of an e-mail address, without subdomains: a proof of `example.jp` says nothing of `mail.example.jp`. */
export const emailDomain = v.pipe(
  v.string(message('required')),
  v.trim(),
  v.toLowerCase(),
  v.minLength(1, message('required')),
  v.maxLength(253, message('too_long')),
  v.regex(domainForm, message('domain')),
)

const filled = (longest: number) =>
  v.pipe(v.string(message('required')), v.trim(), v.minLength(1, message('required')), v.maxLength(longest, message('too_long')))

/** The name of a group as the provider sends it, which may be an id. */
export const groupValue = filled(255)
export const clientSecret = filled(1000)

const one = `${path}/{id}`
const domains = `${one}/domain`
const groups = `${one}/group`
const requirementPath = `${one}/requirement`

/** Shows what belongs to a provider. */
const looks = { method: 'GET', permission, person: true, success: 200 } as const
/** Asks a server elsewhere. */
const asks = { method: 'POST', kind: 'change', permission, person: true, success: 200, event: 'single_sign_on' } as const
/** Decides what a provider is believed. */
const decides = { kind: 'change', permission, fresh: alwaysFresh, stale: [path], event: 'single_sign_on' } as const

/** What belongs to a provider beside its own fields; all of it for administrators. */
export const singleSignOnEndpoints = {
  ...readEndpoints(singleSignOn),
  ...writeEndpoints(singleSignOn),
  delete: deleteEndpoint(singleSignOn),
  setSecret: defineEndpoint({
    ...decides,
    method: 'POST',
    path: `${one}/secret`,
    label: { ja: 'シングルサインオンのシークレットの登録', en: 'Set the secret of a single sign-on' },
    summary: 'Store the client secret; it is encrypted and never answered',
    body: v.strictObject({ secret: clientSecret }),
    success: 204,
    errors: ['action_blocked'],
  }),
  test: defineEndpoint({
    ...asks,
    path: `${one}/test`,
    label: { ja: 'シングルサインオンの接続テスト', en: 'Test a single sign-on' },
    summary: 'Ask the provider for its metadata; null: it answers and can do what is needed',
    response: v.object({ data: v.object({ fault: v.nullable(v.picklist(providerFaults)) }) }),
    stale: [],
  }),
  requirement: defineEndpoint({
    ...looks,
    path: requirementPath,
    label: { ja: 'シングルサインオンの必須化の表示', en: 'View whether a single sign-on is required' },
    kind: 'get',
    summary: 'Whether people of its domains sign in no other way, what stands in the way of that, and how many it concerns',
    response: v.object({ data: requirement }),
  }),
  setRequirement: defineEndpoint({
    ...decides,
    method: 'POST',
    path: requirementPath,
    label: { ja: 'シングルサインオンの必須化の変更', en: 'Change whether a single sign-on is required' },
    summary: 'Require the provider of the people of its domains, for the accounts of its company; ends what they can do without it at once',
    body: v.strictObject({ required: v.boolean() }),
    success: 204,
    errors: ['action_blocked'],
  }),
  domains: defineEndpoint({
    ...looks,
    path: domains,
    label: { ja: 'シングルサインオンのドメインの表示', en: 'View the domains of a single sign-on' },
    kind: 'list',
    summary: 'The e-mail domains of a provider, and the DNS records that prove them',
    response: v.object({ data: v.array(domain) }),
  }),
  addDomain: defineEndpoint({
    ...decides,
    method: 'POST',
    path: domains,
    label: { ja: 'シングルサインオンのドメインの追加', en: 'Add a domain to a single sign-on' },
    summary: 'Add an e-mail domain, which counts once its DNS record was found',
    body: v.strictObject({ domain: emailDomain }),
    response: v.object({ data: v.object({ id: checks.id }) }),
    success: 201,
    errors: ['state_not_allowed'],
  }),
  checkDomain: defineEndpoint({
    ...asks,
    path: `${domains}/{domain_id}/check`,
    label: { ja: 'シングルサインオンのドメインの確認', en: 'Check a domain of a single sign-on' },
    summary: 'Look for the DNS record of a domain now; it is looked for daily anyway',
    response: v.object({ data: v.object({ found: v.boolean() }) }),
    stale: [path],
  }),
  removeDomain: defineEndpoint({
    ...decides,
    method: 'DELETE',
    path: `${domains}/{domain_id}`,
    label: { ja: 'シングルサインオンのドメインの削除', en: 'Remove a domain from a single sign-on' },
    kind: 'delete',
    summary: 'Remove a domain; its people no longer sign in with this provider',
    success: 204,
  }),
  groups: defineEndpoint({
    ...looks,
    path: groups,
    label: { ja: 'シングルサインオンのグループの表示', en: 'View the groups of a single sign-on' },
    kind: 'list',
    summary: 'Which group gives which account, and the accounts of the company that can be given',
    response: v.object({ data: v.object({ groups: v.array(group), accounts: v.array(account) }) }),
  }),
  addGroup: defineEndpoint({
    ...decides,
    method: 'POST',
    path: groups,
    label: { ja: 'シングルサインオンのグループの追加', en: 'Add a group to a single sign-on' },
    summary: 'Give the members of a group an account of the company, with the role of that account',
    body: v.strictObject({ value: groupValue, account_id: checks.id }),
    response: v.object({ data: v.object({ id: checks.id }) }),
    success: 201,
    errors: ['state_not_allowed', 'action_blocked'],
  }),
  removeGroup: defineEndpoint({
    ...decides,
    method: 'DELETE',
    path: `${groups}/{group_id}`,
    label: { ja: 'シングルサインオンのグループの削除', en: 'Remove a group from a single sign-on' },
    kind: 'delete',
    summary: 'Take the account back; it ends at the next sign-in of each member',
    success: 204,
  }),
}
