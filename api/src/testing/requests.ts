import { randomUUID } from 'node:crypto'
import {
  endpoints,
  untargeted,
  type AccountKind,
  type accountStates,
  companyStates,
  type Endpoint,
  type Role,
  type UserKind,
} from '@adsite/contract'
import type { TestApi } from './api.ts'
import { passwordResets } from '../db/schema.ts'
import { mailTokenHash, newMailToken } from '../mail/mail-token.ts'
import type { CallOptions, TestClient } from './client.ts'
import { pngFile } from './files.ts'
import { creativeRequests } from './creative-requests.ts'
import { orderRequests } from './order-requests.ts'
import { mediaRequests } from './media-requests.ts'
import {
  emailOf,
  insertAd,
  insertArticle,
  insertAdvertisement,
  insertPlaces,
  insertRejectRequest,
  insertInformation,
  insertInvitation,
  insertMember,
  insertSavedView,
  testPassword,
} from './fixtures.ts'

export interface NamedEndpoint {
  /** `group.name`, as in the contract. */
  readonly key: string
  readonly endpoint: Endpoint
}

export const allEndpoints: readonly NamedEndpoint[] = Object.entries(endpoints).flatMap(([group, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, endpoint]) => ({ key: `${group}.${name}`, endpoint })),
)

const campaignBody = (api: TestApi) => ({
  name: '新しいキャンペーン',
  advertiser_account_id: api.fixtures.a.accounts.advertiser,
  goal: 'CONVERSION',
  start_at: '2026-04-01T00:00:00.000Z',
  end_at: '2026-05-01T00:00:00.000Z',
  lifetime_budget: '500000',
})

/** An ad that needs nothing but the fixtures: the smallest purchase of the product on sale. */
export const adBody = ({ fixtures }: TestApi) => ({
  ...{ name: '新しい広告', campaign_id: fixtures.a.campaign, product_id: fixtures.a.product, quantity: 1000, budget: '500' },
  ...{ start_at: '2026-01-01T00:00:00.000Z', end_at: '2099-12-31T15:00:00.000Z', landing_url: 'https://lp.example/', weight: 1 },
})

const companyBody = {
  name: '新しい企業',
  enterprise_type: 'KABUSHIKI',
  zip: '150-0001',
  prefecture: '13',
  city: '渋谷区',
  street1: '神宮前1-1',
  phone: '0312345678',
  payment_type: 'INVOICE',
  credit_limit: '3000',
}

const period = { from: '2026-03-01', to: '2026-03-31' }
const deliveryCsv = 'date,campaign,imps,clicks,gross\n2026-03-01,キャンペーン a,100,2,50\n'

/** Creates a record to act on and brings it to where the action starts. */
type Prepared = Promise<CallOptions>

type CreditAction = keyof (typeof companyStates)['actions']

/** The body of an action on a company: with a reason where it asks for one. */
const creditBody = (action: CreditAction, version: number) => ({
  version,
  ...('reason' in companyStates.actions[action] ? { reason: '審査の結果' } : {}),
})

/** An action on a company that others have brought to where it starts. */
const creditRequest =
  (action: CreditAction, ...before: CreditAction[]): Request =>
  async (_, admin) => ({ ...(await freshCompany(admin, ...before)), body: creditBody(action, before.length + 1) })

async function freshCompany(admin: TestClient, ...actions: CreditAction[]): Prepared {
  const created = (await (await admin.call(endpoints.company.create, { body: companyBody })).json()) as { data: { id: number } }
  const params = { id: created.data.id }
  for (const [index, action] of actions.entries()) {
    await admin.call(endpoints.company[action], { params, body: creditBody(action, index + 1) })
  }
  return { params, body: { version: actions.length + 1 } }
}

const accountBody = (api: TestApi) => ({ name: '新しいアカウント', company_id: api.fixtures.a.company })

async function freshAccount(api: TestApi, admin: TestClient, kind: AccountKind, ...actions: AccountAction[]): Prepared {
  const response = await admin.call(endpoints[kind].create, { body: accountBody(api) })
  const params = { id: ((await response.json()) as { data: { id: number } }).data.id }
  for (const [index, action] of actions.entries()) await admin.call(endpoints[kind][action], { params, body: { version: index + 1 } })
  return { params, body: { version: actions.length + 1 } }
}

type AccountAction = keyof (typeof accountStates)['actions']

/** The requests of an account resource: the same for every kind. */
function accountRequests(kind: AccountKind): Record<string, Request> {
  const one: Request = (api) => ({ params: { id: api.fixtures.a.accounts[kind] } })
  const fresh =
    (...actions: AccountAction[]): Request =>
    (api, admin) =>
      freshAccount(api, admin, kind, ...actions)
  return {
    [`${kind}.list`]: () => ({ query: { status: 'SERVING', q: kind } }),
    [`${kind}.select`]: nothing,
    [`${kind}.get`]: one,
    [`${kind}.history`]: one,
    [`${kind}.create`]: (api) => ({ body: accountBody(api) }),
    [`${kind}.update`]: async (api, admin) => ({ ...(await freshAccount(api, admin, kind)), body: { version: 1, name: '改名' } }),
    [`${kind}.approve`]: fresh(),
    [`${kind}.suspend`]: fresh('approve'),
    [`${kind}.resume`]: fresh('approve', 'suspend'),
    [`${kind}.end`]: fresh(),
  }
}

async function freshGroup(api: TestApi, admin: TestClient): Promise<{ id: number }> {
  const response = await admin.call(endpoints.publisher_group.create, { body: accountBody(api) })
  return { id: ((await response.json()) as { data: { id: number } }).data.id }
}

async function freshCampaign(api: TestApi, admin: TestClient, paused = false): Prepared {
  const response = await admin.call(endpoints.campaign.create, { body: campaignBody(api) })
  const params = { id: ((await response.json()) as { data: { id: number } }).data.id }
  if (paused) await admin.call(endpoints.campaign.pause, { params, body: { version: 1 } })
  return { params, body: { version: paused ? 2 : 1 } }
}

const freshEmail = () => `${randomUUID()}@test.example`
const newPassword = { password: 'three small boats at noon', password_confirmation: 'three small boats at noon' }

async function freshInvitation(api: TestApi, email = freshEmail()) {
  return insertInvitation(api.db, api.fixtures.a.accounts.pg, email)
}

async function freshReset({ db, fixtures }: TestApi): Prepared {
  const token = newMailToken()
  const user_id = await insertMember(db, freshEmail(), fixtures.a.accounts.agency, 'agency')
  await db.insert(passwordResets).values({ token_hash: mailTokenHash(token), user_id })
  return { body: { token, ...newPassword } }
}

async function freshAcceptance(api: TestApi): Prepared {
  const email = freshEmail()
  await insertMember(api.db, email, api.fixtures.a.accounts.agency, 'agency')
  return { body: { token: (await freshInvitation(api, email)).token } }
}

const informationBody = {
  title: '新しいお知らせ',
  type: 'FEATURE',
  is_important: true,
  target_roles: ['advertiser', 'agency'],
  publish_from: '2026-04-01T00:00:00.000Z',
  body: '<p>本文です。</p>',
}

async function freshSavedView({ db, fixtures: { a } }: TestApi): Prepared {
  return { params: { id: await insertSavedView(db, a.accounts.admin, a.users.admin, randomUUID()) } }
}

async function freshInformation({ db }: TestApi): Prepared {
  return { params: { id: await insertInformation(db, '下書き', ['admin']) } }
}

/** The fixtures' announcement with a file, which every role may see. */
async function attached(api: TestApi, admin: TestClient): Prepared {
  const params = { id: api.fixtures.a.information }
  const list = await admin.call(endpoints.information.attachments, { params })
  const [known] = ((await list.json()) as { data: { id: number }[] }).data
  if (known) return { params: { ...params, attachment_id: known.id } }
  return withFile(admin, params.id)
}

async function withFile(admin: TestClient, id: number): Prepared {
  const sent = await admin.call(endpoints.information.attach, { params: { id }, ...(await upload()) })
  return { params: { id, attachment_id: ((await sent.json()) as { data: { id: number } }).data.id } }
}

const upload = async () => ({ query: { name: '案内.png' }, body: await pngFile(), headers: { 'Content-Type': 'image/png' } })

/** `role`: of who sends it, for records that a role alone has. */
export type Request = (api: TestApi, admin: TestClient, role: Role) => CallOptions | Prepared

const ofCampaign: Request = (api) => ({ params: { id: api.fixtures.a.campaign } })
const ofAd: Request = (api) => ({ params: { id: api.fixtures.a.ad } })
const ofCompany: Request = (api) => ({ params: { id: api.fixtures.a.company } })
const ofInformation: Request = (api) => ({ params: { id: api.fixtures.a.information } })
const ofGroup: Request = (api) => ({ params: { id: api.fixtures.a.publisherGroup } })
const ofInvitation: Request = (api, _, role) => ({ params: { id: api.fixtures.a.invitations[role === 'ptd' ? 'ptd' : 'pg'] } })
const nothing: Request = () => ({})
const ofRelease = () => ({ params: { unit: 'ad' } })

/** The requests about users of one kind of account. */
function userRequests(kind: UserKind): Record<string, Request> {
  const group = `${kind}_user`
  const one: Request = (api) => ({ params: { id: api.fixtures.a.users[kind] } })
  const fresh = async ({ db, fixtures }: TestApi) => ({ id: await insertMember(db, freshEmail(), fixtures.a.accounts[kind], kind) })
  async function suspended(api: TestApi, admin: TestClient): Prepared {
    const params = await fresh(api)
    await admin.call(endpoints[`${kind}_user`].suspend, { params, body: { version: 1 } })
    return { params, body: { version: 2 } }
  }
  return {
    [`${group}.list`]: () => ({ query: { status: 'ACTIVE', locale: 'ja', q: 'test.example', sort: 'email' } }),
    [`${group}.select`]: nothing,
    [`${group}.get`]: one,
    [`${group}.history`]: one,
    [`${group}.update`]: async (api) => ({ params: await fresh(api), body: { version: 1, name: '改名 太郎', locale: 'en' } }),
    [`${group}.suspend`]: async (api) => ({ params: await fresh(api), body: { version: 1 } }),
    [`${group}.reactivate`]: suspended,
    [`${group}.retire`]: suspended,
    [`${group}.memberships`]: one,
    [`${group}.leave`]: async (api) => ({ params: { ...(await fresh(api)), account_id: api.fixtures.a.accounts[kind] } }),
    [`${group}.setDefault`]: async (api) => ({ params: await fresh(api), body: { account_id: api.fixtures.a.accounts[kind] } }),
  }
}

/** Requests of the calls that every resource has in the same form; they need no record. */
const generic: Readonly<Record<string, (endpoint: Endpoint) => CallOptions>> = {
  export: () => ({ query: { format: 'csv', encoding: 'sjis' } }),
  // A header alone: there is nothing to take, and nothing wrong with it.
  import: () => ({ query: { commit: 'true' }, body: 'id\n', headers: { 'Content-Type': 'text/csv' } }),
  import_template: () => ({ query: { encoding: 'utf8', locale: 'en' } }),
  bulk({ body }) {
    const { action } = (body as unknown as { entries: { action: { options: readonly string[] } } }).entries
    return { body: { action: action.options[0], ids: [1], dry_run: true } }
  },
}
const genericRequests = Object.fromEntries(
  allEndpoints.flatMap(({ key, endpoint }): [string, Request][] => {
    const request = generic[key.split('.')[1]!]
    return request ? [[key, () => request(endpoint)]] : []
  }),
)

/** A request for each endpoint that succeeds for the administrator. An endpoint without one fails the matrix. */
export const requests: Readonly<Record<string, Request>> = {
  ...genericRequests,
  'session.csrf': nothing,
  'session.login': () => ({ body: { email: emailOf('admin'), password: testPassword } }),
  'session.logout': nothing,
  'session.me': nothing,
  'session.changeRole': (api) => ({ body: { account_id: api.fixtures.a.accounts.admin } }),
  'password.forgot': () => ({ body: { email: emailOf('rep') } }),
  'password.reset': (api) => freshReset(api),
  'invitation.list': (api) => ({ query: { account_id: api.fixtures.b.accounts.pg, status: 'SENT,EXPIRED', role: 'pg' } }),
  'invitation.select': nothing,
  'invitation.get': ofInvitation,
  'invitation.history': ofInvitation,
  'invitation.invite': (api) => ({ body: { email: freshEmail(), account_id: api.fixtures.a.accounts.pg, locale: 'ja' } }),
  'invitation.resend': async (api) => ({ params: { id: (await freshInvitation(api)).id }, body: { version: 1 } }),
  'invitation.revoke': async (api) => ({ params: { id: (await freshInvitation(api)).id }, body: { version: 1 } }),
  'invitation.bulk': async (api) => ({ body: { action: 'revoke', ids: [(await freshInvitation(api)).id] } }),
  'invitation.check': async (api) => ({ body: { token: (await freshInvitation(api)).token } }),
  'invitation.accept': (api) => freshAcceptance(api),
  'invitation.register': async (api) => ({ body: { token: (await freshInvitation(api)).token, name: '新しい利用者', ...newPassword } }),
  'user.updateMe': () => ({ body: { locale: 'ja' } }),
  ...userRequests('advertiser'),
  ...userRequests('agency'),
  ...userRequests('rep'),
  ...userRequests('ptd'),
  ...userRequests('pg'),
  'constants.get': nothing,
  'place.prefectures': nothing,
  'place.cities': () => ({ query: { prefecture: '13' } }),
  'place.postalCode': () => ({ params: { zip: '150-0001' } }),
  'campaign.list': () => ({ query: { sort: '-lifetime_budget', limit: 20, count: 'exact' } }),
  'campaign.select': nothing,
  'campaign.get': ofCampaign,
  'campaign.history': ofCampaign,
  'campaign.create': (api) => ({ body: campaignBody(api) }),
  'campaign.update': async (api, admin) => ({ ...(await freshCampaign(api, admin)), body: { version: 1, memo: '変更' } }),
  'campaign.pause': (api, admin) => freshCampaign(api, admin),
  'campaign.resume': (api, admin) => freshCampaign(api, admin, true),
  'ad.list': (api) => ({ query: { campaign_id: api.fixtures.a.campaign, effective_status: 'PENDING_REVIEW,SERVING', sort: '-budget' } }),
  'ad.select': nothing,
  'ad.get': ofAd,
  'ad.history': ofAd,
  'ad.pause': async (api) => ({ params: { id: await insertAd(api.db, api.fixtures.a) }, body: { version: 1 } }),
  'ad.resume': async (api) => ({
    params: { id: await insertAd(api.db, api.fixtures.a, { user_status: 'PAUSED' }) },
    body: { version: 1 },
  }),
  'campaign.duplicate': (api) => ({
    params: { id: api.fixtures.a.campaign },
    body: { name: '写し', start_at: '2030-01-01T00:00:00.000Z' },
  }),
  'campaign.serving': ofCampaign,
  'campaign.nextAd': ofCampaign,
  'ad.create': (api) => ({ body: adBody(api) }),
  'ad.update': async (api) => ({
    params: { id: await insertAd(api.db, api.fixtures.a) },
    body: { version: 1, targeting: { ...untargeted, devices: ['SP'] } },
  }),
  'ad.bulk': async (api) => ({ body: { action: 'pause', ids: [await insertAd(api.db, api.fixtures.a)] } }),
  'ad.serving': ofAd,
  'ad_whitelist.list': (api) => ({ query: { ad_id: api.fixtures.a.ad, status: 'LISTED', kind: 'SPACE' } }),
  'ad_whitelist.get': (api) => ({ params: { id: api.fixtures.a.adWhitelist } }),
  'ad_whitelist.history': (api) => ({ params: { id: api.fixtures.a.adWhitelist } }),
  'ad_whitelist.create': async (api) => ({
    body: { ad_id: await insertAd(api.db, api.fixtures.a), medium_id: api.fixtures.a.medium, status: 'EXCLUDED' },
  }),
  'ad_whitelist.exclude': async (api) => ({
    params: { id: (await insertPlaces(api.db, api.fixtures.a)).adWhitelist },
    body: { version: 1 },
  }),
  'ad_whitelist.restore': async (api) => ({
    params: { id: (await insertPlaces(api.db, api.fixtures.a, true)).adWhitelist },
    body: { version: 1 },
  }),
  'ad_whitelist.bulk': async (api) => ({ body: { action: 'exclude', ids: [(await insertPlaces(api.db, api.fixtures.a)).adWhitelist] } }),
  'article.list': (api) => ({ query: { medium_id: api.fixtures.a.medium, q: '記事' } }),
  'article.select': nothing,
  'article.get': (api) => ({ params: { id: api.fixtures.a.article } }),
  'article.history': (api) => ({ params: { id: api.fixtures.a.article } }),
  'article.create': (api) => ({
    body: { title: '新しい記事', url: `https://a.example/${randomUUID()}`, medium_id: api.fixtures.a.medium },
  }),
  'article.update': async (api) => ({ params: { id: await insertArticle(api.db, api.fixtures.a) }, body: { version: 1, title: '変更' } }),
  'ad_article.list': (api) => ({ query: { ad_id: api.fixtures.a.ad, status: 'TARGET,EXCLUDED', medium_id: api.fixtures.a.medium } }),
  'ad_article.get': (api) => ({ params: { id: api.fixtures.a.adArticle } }),
  'ad_article.history': (api) => ({ params: { id: api.fixtures.a.adArticle } }),
  'ad_article.create': async (api) => ({
    body: { ad_id: api.fixtures.a.ad, article_id: await insertArticle(api.db, api.fixtures.a), status: 'EXCLUDED' },
  }),
  'ad_article.exclude': async (api) => ({ params: { id: (await insertPlaces(api.db, api.fixtures.a)).adArticle }, body: { version: 1 } }),
  'ad_article.restore': async (api) => ({
    params: { id: (await insertPlaces(api.db, api.fixtures.a, true)).adArticle },
    body: { version: 1 },
  }),
  'ad_article.bulk': async (api) => ({ body: { action: 'exclude', ids: [(await insertPlaces(api.db, api.fixtures.a)).adArticle] } }),
  'company.list': nothing,
  'company.select': nothing,
  'company.get': ofCompany,
  'company.history': ofCompany,
  'company.create': () => ({ body: companyBody }),
  'company.update': async (_, admin) => ({ ...(await freshCompany(admin)), body: { version: 1, credit_limit: '5000' } }),
  'company.apply_credit': creditRequest('apply_credit'),
  'company.approve_credit': creditRequest('approve_credit', 'apply_credit'),
  'company.reject_credit': creditRequest('reject_credit', 'apply_credit'),
  'company.hold_credit': creditRequest('hold_credit', 'apply_credit', 'approve_credit'),
  'company.restore_credit': creditRequest('restore_credit', 'apply_credit', 'approve_credit', 'hold_credit'),
  'company.stop_credit': creditRequest('stop_credit', 'apply_credit', 'approve_credit', 'hold_credit'),
  'company.deactivate': creditRequest('deactivate', 'apply_credit', 'approve_credit', 'hold_credit', 'stop_credit'),
  'company.block': creditRequest('block'),
  ...creativeRequests,
  ...orderRequests,
  ...mediaRequests,
  'information.list': () => ({ query: { being_published: 'true', is_important: 'true,false', target_roles: 'admin', type: 'NOTICE' } }),
  'information.select': nothing,
  'information.get': ofInformation,
  'information.history': ofInformation,
  'information.create': () => ({ body: informationBody }),
  'information.update': async (api) => ({ ...(await freshInformation(api)), body: { version: 1, title: '変更', target_roles: ['pg'] } }),
  'information.delete': (api) => freshInformation(api),
  'information.viewList': () => ({ query: { is_important: 'false', remove_confirmed: 'false', limit: 20 } }),
  'information.view': ofInformation,
  'information.confirm': ofInformation,
  'information.attachments': ofInformation,
  'information.attach': async (api) => ({ ...(await freshInformation(api)), ...(await upload()) }),
  'information.download': (api, admin) => attached(api, admin),
  'information.detach': async (api, admin) => withFile(admin, Number((await freshInformation(api)).params!['id'])),
  'notification.list': () => ({ query: { unconfirmed: 'false' } }),
  'notification.create': (api) => ({ body: { account_id: api.fixtures.a.accounts.pg, text: '確認してください' } }),
  'notification.confirm': (api) => ({ params: { id: api.fixtures.a.notification } }),
  'release.list': () => ({ query: { hours: 1 } }),
  'release.builds': ofRelease,
  'release.history': ofRelease,
  'release.rollback': () => ({ ...ofRelease(), body: { rev: 1, reason: '表示が崩れる' } }),
  'release.canary': () => ({ ...ofRelease(), body: { rev: 1, build: '1.1.0-b', percent: 5, accounts: [1] } }),
  'release.promote': () => ({ ...ofRelease(), body: { rev: 1, build: '1.1.0-b' } }),
  'release.freeze': () => ({ ...ofRelease(), body: { rev: 1, reason: '繁忙期のため' } }),
  'release.unfreeze': () => ({ ...ofRelease(), body: { rev: 1, reason: '繁忙期が終わったため' } }),
  'release.beacon': () => ({ body: { beacons: [{ remote: 'ad', build: '1.0.0-aa', canary: false, phase: 'mount', ok: true }] } }),
  'saved_view.list': () => ({ query: { resource: 'information.viewList' } }),
  'saved_view.create': () => ({ body: { resource: 'campaign', name: randomUUID(), query: 'sort=-name&columns=name,goal' } }),
  'saved_view.update': async (api) => ({ ...(await freshSavedView(api)), body: { name: randomUUID(), shared: true } }),
  'saved_view.delete': (api) => freshSavedView(api),
  'saved_view.set_default': async (api) => ({ ...(await freshSavedView(api)), body: { is_default: true } }),
  'dashboard.delivery': () => ({ query: { days: 30 } }),
  'dashboard.waiting': nothing,
  'dashboard.attention': nothing,
  ...accountRequests('advertiser'),
  ...accountRequests('agency'),
  ...accountRequests('rep'),
  ...accountRequests('ptd'),
  'pg.select': nothing,
  'account.select': nothing,
  'publisher_group.list': (api) => ({ query: { company_id: api.fixtures.a.company, ptd_account_id: api.fixtures.a.accounts.ptd } }),
  'publisher_group.select': nothing,
  'publisher_group.get': ofGroup,
  'publisher_group.history': ofGroup,
  'publisher_group.create': (api) => ({ body: accountBody(api) }),
  'publisher_group.update': async (api, admin) => ({ params: await freshGroup(api, admin), body: { version: 1, name: '改名' } }),
  'report.demand': () => ({ query: period }),
  'advertisement.list': (api) => ({ query: { status: 'SHOWN', medium_id: api.fixtures.a.medium, q: '広告' } }),
  'advertisement.select': nothing,
  'reject_request.select': nothing,
  'advertisement.get': (api) => ({ params: { id: api.fixtures.a.advertisement } }),
  'advertisement.history': (api) => ({ params: { id: api.fixtures.a.advertisement } }),
  'advertisement.preview': (api) => ({ params: { id: api.fixtures.a.advertisement }, query: { device: 'phone' } }),
  'reject_request.list': (api) => ({ query: { status: 'FILED', medium_id: api.fixtures.a.medium } }),
  'reject_request.get': (api) => ({ params: { id: api.fixtures.a.rejectRequest } }),
  'reject_request.history': (api) => ({ params: { id: api.fixtures.a.rejectRequest } }),
  'reject_request.create': async (api) => ({
    body: { advertisement_id: await insertAdvertisement(api.db, api.fixtures.a), reason_code: 'COMPETITOR', reason: '競合です。' },
  }),
  'reject_request.accept': async (api) => ({ params: { id: await insertRejectRequest(api.db, api.fixtures.a) }, body: { version: 1 } }),
  'reject_request.decline': async (api) => ({
    params: { id: await insertRejectRequest(api.db, api.fixtures.a) },
    body: { version: 1, reason: '規定に反しません。' },
  }),
  'reject_request.bulk': async (api) => ({ body: { action: 'accept', ids: [await insertRejectRequest(api.db, api.fixtures.a)] } }),
  'report.demand_export': () => ({ query: period }),
  'report.conversion': () => ({ query: period }),
  'report.conversion_export': () => ({ query: period }),
  'report.supply': () => ({ query: period }),
  'report.supply_export': () => ({ query: period }),
  'development.start': () => ({ body: { area: 'ad', origin: 'http://127.0.0.1:9100' } }),
  'development.end': () => ({}),
  'delivery.import': (api) => ({
    query: {
      source: 'matrix',
      advertiser_account_id: api.fixtures.a.accounts.advertiser,
      map: 'day=date,campaign=campaign,imps=imps,clicks=clicks,gross=gross',
    },
    body: deliveryCsv,
    headers: { 'Content-Type': 'text/csv' },
  }),
}
