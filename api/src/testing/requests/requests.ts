import { randomUUID } from 'node:crypto'
import { endpoints, may, untargeted, companyStates, type Endpoint, type Permission, type Role, required } from '@adsite/contract'
import { adWhitelist } from '../../db/schema.ts'
import { handIn } from '../../delivery/testing/advertiser.ts'
import { anotherAdmin } from '../another-admin.ts'
import type { TestApi } from '../api.ts'
import type { CallOptions, TestClient } from '../client.ts'
import { pngFile } from '../files.ts'
import { invited } from '../releases.ts'
import { accountRequests } from './account-requests.ts'
import { creativeRequests } from './creative-requests.ts'
import { orderRequests } from './order-requests.ts'
import { labelRequests } from './label-requests.ts'
import { mediaRequests } from './media-requests.ts'
import { recordRequests } from './record-requests.ts'
import { ssoRequests } from './sso-requests.ts'
import { webhookRequests } from './webhook-requests.ts'
import {
  insertAd,
  insertArticle,
  insertAdvertisement,
  insertCampaign,
  insertPlaces,
  insertRejectRequest,
  insertInformation,
  insertNotification,
  insertSavedView,
} from '../fixtures.ts'

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

/** An ad that needs only the fixtures: the minimum purchase of the product on sale. */
export const adBody = ({ fixtures }: TestApi) => ({
  name: '新しい広告',
  campaign_id: fixtures.a.campaign,
  product_id: fixtures.a.product,
  quantity: 1000,
  budget: '500',
  start_at: '2026-01-01T00:00:00.000Z',
  end_at: '2099-12-31T15:00:00.000Z',
  landing_url: 'https://lp.example/',
  weight: 1,
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
/** Inserts a delivery file that was taken in part. */
export async function freshDeliveryFile({ pool, fixtures }: TestApi): Promise<number> {
  const content = `day,campaign,imps,gross\n2026-03-02,${randomUUID()},5,1\n2026-03-02,春,x,1\n`
  const { file_id } = await handIn(pool, content, {
    advertiser: String(fixtures.a.accounts.advertiser),
    source: 'fresh',
    name: 'fresh.csv',
  })
  return file_id!
}
const ofFile = async (api: TestApi) => ({ params: { id: await freshDeliveryFile(api) } })

const deliveryCsv = 'date,campaign,imps,clicks,gross\n2026-03-01,キャンペーン a,100,2,50\n'

/** Creates a record and brings it to the state that the action starts from. */
type Prepared = Promise<CallOptions>

type CreditAction = keyof (typeof companyStates)['actions']

/** The body of an action on a company, with a reason if required. */
const creditBody = (action: CreditAction, version: number) => ({
  version,
  ...('reason' in companyStates.actions[action] ? { reason: '審査の結果' } : {}),
})

/** An action on a company that others brought to its starting state. */
const creditRequest =
  (action: CreditAction, ...before: CreditAction[]): Request =>
  async (api, admin) => ({ ...(await freshCompany(api, admin, ...before)), body: creditBody(action, before.length + 1) })

export async function freshCompany(
  api: TestApi,
  admin: TestClient,
  ...actions: CreditAction[]
): Promise<CallOptions & { readonly params: { readonly id: number } }> {
  const created = (await (await admin.call(endpoints.company.create, { body: companyBody })).json()) as { data: { id: number } }
  const params = { id: created.data.id }
  for (const [index, action] of actions.entries()) {
    const client = action === 'apply_credit' ? await anotherAdmin(api) : admin
    await client.call(endpoints.company[action], { params, body: creditBody(action, index + 1) })
  }
  return { params, body: { version: actions.length + 1 } }
}

/** An action on a raised limit that another administrator requested. */
const raiseRequest =
  (action: CreditAction): Request =>
  async (api, admin) => {
    const { params } = await freshCompany(api, admin, 'apply_credit', 'approve_credit')
    await (await anotherAdmin(api)).call(endpoints.company.update, { params, body: { version: 3, credit_limit: '5000' } })
    return { params, body: creditBody(action, 4) }
  }

async function freshCampaign(api: TestApi, admin: TestClient, paused = false): Prepared {
  const response = await admin.call(endpoints.campaign.create, { body: campaignBody(api) })
  const params = { id: ((await response.json()) as { data: { id: number } }).data.id }
  if (paused) await admin.call(endpoints.campaign.pause, { params, body: { version: 1 } })
  return { params, body: { version: paused ? 2 : 1 } }
}

const informationBody = {
  title: '新しいお知らせ',
  type: 'FEATURE',
  is_important: true,
  target_roles: ['advertiser', 'agency'],
  publish_from: '2026-04-01T00:00:00.000Z',
  body: '<p>本文です。</p>',
}

async function freshSavedView({ db, fixtures: { a } }: TestApi, role: Role): Prepared {
  return { params: { id: await insertSavedView(db, a.accounts[role], a.users[role], randomUUID()) } }
}

async function freshInformation({ db }: TestApi): Prepared {
  return { params: { id: await insertInformation(db, '下書き', ['admin']) } }
}

/** The fixtures' announcement with a file that every role may see. */
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

/** Creates an ad that was delivered on a medium, since the supply side may exclude no other. */
async function deliveredAd({ db, fixtures: { a } }: TestApi): Prepared {
  const ad_id = await insertAd(db, a)
  await insertAdvertisement(db, a, ad_id)
  return { body: { ad_id, medium_id: a.medium, status: 'EXCLUDED' } }
}

/** `role` is the sender's, for records that only one role has. */
export type Request = (api: TestApi, admin: TestClient, role: Role) => CallOptions | Prepared

const ofCampaign: Request = (api) => ({ params: { id: api.fixtures.a.campaign } })
const ofAd: Request = (api) => ({ params: { id: api.fixtures.a.ad } })
const ofCompany: Request = (api) => ({ params: { id: api.fixtures.a.company } })
const ofInformation: Request = (api) => ({ params: { id: api.fixtures.a.information } })

const nothing: Request = () => ({})
const ofRelease = () => ({ params: { unit: 'ad' } })

/** The token of a link to a preview that names the caller's account. */
function previewLink({ fixtures }: TestApi, role: Role): { token: string } {
  invited.push(fixtures.a.accounts[role])
  return { token: 'link' }
}

/** The actions of a bulk call that a role may perform: those whose single call it may make. */
export function bulkActionsOf(key: string, { body }: Endpoint, role: Role): string[] {
  const { action } = (body as unknown as { entries: { action: { options: readonly string[] } } }).entries
  const calls: Readonly<Record<string, Endpoint>> = endpoints[key.split('.')[0] as keyof typeof endpoints]
  return action.options.filter((name) => may(role, calls[name]!.permission as Permission))
}

/** Requests of calls that have the same form for every resource and need no record. */
const generic: Readonly<Record<string, (named: NamedEndpoint, role: Role) => CallOptions>> = {
  export: () => ({ query: { format: 'csv', encoding: 'sjis' } }),
  totals: () => ({ query: { figures: 'imps,clicks', period: 'last_week', compare: 'previous' } }),
  // A header alone: nothing to import, and no errors.
  import: () => ({ query: { commit: 'true' }, body: 'id\n', headers: { 'Content-Type': 'text/csv' } }),
  import_template: () => ({ query: { encoding: 'utf8', locale: 'en' } }),
  bulk({ key, endpoint }, role) {
    const [action] = [...bulkActionsOf(key, endpoint, role), ...bulkActionsOf(key, endpoint, 'admin')]
    return { body: { action, ids: [1], dry_run: true } }
  },
}
const genericRequests = Object.fromEntries(
  allEndpoints.flatMap((named): [string, Request][] => {
    const request = generic[named.key.split('.')[1]!]
    return request ? [[named.key, (_, __, role) => request(named, role)]] : []
  }),
)

const madeRequests: Readonly<Record<string, Request>> = {
  ...recordRequests,
  ...genericRequests,
  ...accountRequests,
  'user.updateMe': () => ({ body: { locale: 'ja' } }),
  'constants.get': nothing,
  'place.prefectures': nothing,
  'place.cities': () => ({ query: { prefecture: '13' } }),
  'place.postalCode': () => ({ params: { zip: '150-0001' } }),
  'campaign.list': () => ({ query: { sort: '-lifetime_budget', limit: 20, count: 'exact' } }),
  'campaign.create': (api) => ({ body: campaignBody(api) }),
  'campaign.update': async (api, admin) => ({ ...(await freshCampaign(api, admin)), body: { version: 1, memo: '変更' } }),
  'campaign.edit': async (api, admin) => ({
    body: {
      rows: [
        { id: Number((await freshCampaign(api, admin)).params!['id']), version: 1, values: { lifetime_budget: '120万' }, action: 'pause' },
      ],
    },
  }),
  'campaign.pause': (api, admin) => freshCampaign(api, admin),
  'campaign.resume': (api, admin) => freshCampaign(api, admin, true),
  'ad.list': (api) => ({ query: { campaign_id: api.fixtures.a.campaign, effective_status: 'PENDING_REVIEW,SERVING', sort: '-budget' } }),
  'ad.pause': async (api) => ({ params: { id: await insertAd(api.db, api.fixtures.a) }, body: { version: 1 } }),
  'ad.resume': async (api) => ({
    params: { id: await insertAd(api.db, api.fixtures.a, { user_status: 'PAUSED' }) },
    body: { version: 1 },
  }),
  'campaign.duplicate': (api) => ({
    params: { id: api.fixtures.a.campaign },
    body: { name: '写し', start_at: '2030-01-01T00:00:00.000Z' },
  }),
  ...labelRequests,
  'campaign.serving': ofCampaign,
  'campaign.delivery': ofCampaign,
  'campaign.nextAd': ofCampaign,
  // In a campaign of its own, whose budget no other ad uses.
  'ad.create': async (api) => ({
    body: { ...adBody(api), campaign_id: await insertCampaign(api.db, api.fixtures.a.accounts, '新しい広告のキャンペーン') },
  }),
  'ad.update': async (api) => ({
    params: { id: await insertAd(api.db, api.fixtures.a) },
    body: { version: 1, targeting: { ...untargeted, devices: ['SP'] } },
  }),
  'ad.edit': async (api) => ({
    body: { rows: [{ id: await insertAd(api.db, api.fixtures.a), version: 1, values: { name: '一覧で編集した広告' } }] },
  }),
  'ad.bulk': async (api) => ({ body: { action: 'pause', ids: [await insertAd(api.db, api.fixtures.a)] } }),
  'ad.serving': ofAd,
  'ad.delivery': ofAd,
  'ad.orderFigures': ofAd,
  'ad_whitelist.list': (api) => ({ query: { ad_id: api.fixtures.a.ad, status: 'LISTED', kind: 'SPACE' } }),
  'ad_whitelist.create': (api) => deliveredAd(api),
  'ad_whitelist.exclude': async (api) => ({
    params: { id: (await insertPlaces(api.db, api.fixtures.a)).adWhitelist },
    body: { version: 1 },
  }),
  'ad_whitelist.restore': async (api) => ({
    params: { id: (await insertPlaces(api.db, api.fixtures.a, true)).adWhitelist },
    body: { version: 1 },
  }),
  // An entry of the fixtures' ad, whose history tells of it.
  'ad_whitelist.delete': async ({ db, fixtures: { a } }) => {
    const place = { ad_id: a.ad, article_id: await insertArticle(db, a), status: 'EXCLUDED', is_named: false }
    const owners = { advertiser_account_id: a.accounts.advertiser, publisher_group_id: a.publisherGroup }
    const [row] = await db
      .insert(adWhitelist)
      .values({ ...owners, ...place })
      .returning({ id: adWhitelist.id })
    return { params: { id: required(row, 'the entry').id } }
  },
  'ad_whitelist.bulk': async (api) => ({ body: { action: 'exclude', ids: [(await insertPlaces(api.db, api.fixtures.a)).adWhitelist] } }),
  'article.list': (api) => ({ query: { medium_id: api.fixtures.a.medium, q: '記事' } }),
  'article.create': (api) => ({
    body: { title: '新しい記事', url: `https://a.example/${randomUUID()}`, medium_id: api.fixtures.a.medium },
  }),
  'article.update': async (api) => ({ params: { id: await insertArticle(api.db, api.fixtures.a) }, body: { version: 1, title: '変更' } }),
  'ad_article.list': (api) => ({ query: { ad_id: api.fixtures.a.ad, status: 'TARGET,EXCLUDED', medium_id: api.fixtures.a.medium } }),
  'ad_article.create': async (api) => ({
    body: { ad_id: api.fixtures.a.ad, article_id: await insertArticle(api.db, api.fixtures.a), status: 'EXCLUDED' },
  }),
  'ad_article.exclude': async (api) => ({ params: { id: (await insertPlaces(api.db, api.fixtures.a)).adArticle }, body: { version: 1 } }),
  'ad_article.restore': async (api) => ({
    params: { id: (await insertPlaces(api.db, api.fixtures.a, true)).adArticle },
    body: { version: 1 },
  }),
  'ad_article.bulk': async (api) => ({ body: { action: 'exclude', ids: [(await insertPlaces(api.db, api.fixtures.a)).adArticle] } }),
  'company.creditRoom': ofCompany,
  'company.create': () => ({ body: companyBody }),
  'company.update': async (api, admin) => ({ ...(await freshCompany(api, admin)), body: { version: 1, credit_limit: '5000' } }),
  'company.delete': async (api, admin) => ({ params: (await freshCompany(api, admin)).params }),
  'company.apply_credit': creditRequest('apply_credit'),
  'company.approve_credit': creditRequest('approve_credit', 'apply_credit'),
  'company.reject_credit': creditRequest('reject_credit', 'apply_credit'),
  'company.withdraw_credit': creditRequest('withdraw_credit', 'apply_credit'),
  'company.approve_raise': raiseRequest('approve_raise'),
  'company.reject_raise': raiseRequest('reject_raise'),
  'company.withdraw_raise': raiseRequest('withdraw_raise'),
  'company.hold_credit': creditRequest('hold_credit', 'apply_credit', 'approve_credit'),
  'company.restore_credit': creditRequest('restore_credit', 'apply_credit', 'approve_credit', 'hold_credit'),
  'company.stop_credit': creditRequest('stop_credit', 'apply_credit', 'approve_credit', 'hold_credit'),
  'company.deactivate': creditRequest('deactivate', 'apply_credit', 'approve_credit', 'hold_credit', 'stop_credit'),
  'company.block': creditRequest('block'),
  ...creativeRequests,
  ...orderRequests,
  ...mediaRequests,
  ...webhookRequests,
  ...ssoRequests,
  'information.list': () => ({ query: { being_published: 'true', is_important: 'true,false', target_roles: 'admin', type: 'NOTICE' } }),
  'information.create': () => ({ body: informationBody }),
  'information.update': async (api) => ({ ...(await freshInformation(api)), body: { version: 1, title: '変更', target_roles: ['pg'] } }),
  'information.delete': (api) => freshInformation(api),
  'information.viewList': () => ({ query: { is_important: 'false', remove_confirmed: 'false', limit: 20 } }),
  'information.view': ofInformation,
  'information.confirm': ofInformation,
  'information.readers': (api) => ({ params: { id: api.fixtures.a.information }, query: { confirmed: 'false', offset: '0' } }),
  'information.attachments': ofInformation,
  'information.attach': async (api) => ({ ...(await freshInformation(api)), ...(await upload()) }),
  'information.download': (api, admin) => attached(api, admin),
  'information.detach': async (api, admin) => withFile(admin, Number((await freshInformation(api)).params!['id'])),
  'notification.list': () => ({ query: { unconfirmed: 'false' } }),
  'notification.get': async (api, _, role) => ({
    params: { id: await insertNotification(api.db, api.fixtures.a.accounts[role], '確認してください') },
  }),
  'notification.create': (api) => ({ body: { account_id: api.fixtures.a.accounts.pg, text: '確認してください' } }),
  'notification.confirm': async (api, _, role) => ({
    params: { id: await insertNotification(api.db, api.fixtures.a.accounts[role], '確認してください') },
  }),
  'release.list': () => ({ query: { hours: 1 } }),
  'release.builds': ofRelease,
  'release.failures': () => ({ ...ofRelease(), query: { build: '1.0.0-aa' } }),
  'release.vitals': ofRelease,
  'release.violations': ofRelease,
  'release.history': ofRelease,
  'release.rollback': () => ({ ...ofRelease(), body: { rev: 1, reason: '表示が崩れる' } }),
  'release.canary': () => ({ ...ofRelease(), body: { rev: 1, build: '1.1.0-b', percent: 5, accounts: [1] } }),
  'release.endCanary': () => ({ ...ofRelease(), body: { rev: 1, reason: '都合により' } }),
  'release.promote': () => ({ ...ofRelease(), body: { rev: 1, build: '1.1.0-b' } }),
  'release.freeze': () => ({ ...ofRelease(), body: { rev: 1, reason: '繁忙期のため' } }),
  'release.unfreeze': () => ({ ...ofRelease(), body: { rev: 1, reason: '繁忙期が終わったため' } }),
  'release.page': () => ({
    body: { page: '0b1c6a4e-6f7d-4f0e-9d35-4c2b6f3f2a10', shell: '1.0.0-ss', area: { unit: 'ad', build: '1.0.0-aa' } },
  }),
  'release.vital': () => ({ body: { vitals: [{ unit: 'ad', build: '1.0.0-aa', name: 'LCP', value: 1234 }] } }),
  'release.beacon': () => ({ body: { beacons: [{ remote: 'ad', build: '1.0.0-aa', canary: false, phase: 'mount', ok: true }] } }),
  'saved_view.list': () => ({ query: { resource: 'information.viewList' } }),
  'saved_view.create': () => ({ body: { resource: 'information.viewList', name: randomUUID(), query: 'type=NOTICE' } }),
  'saved_view.update': async (api, _, role) => ({ ...(await freshSavedView(api, role)), body: { name: randomUUID(), shared: true } }),
  'saved_view.delete': (api, _, role) => freshSavedView(api, role),
  'saved_view.set_default': async (api, _, role) => ({ ...(await freshSavedView(api, role)), body: { is_default: true } }),
  'dashboard.delivery': () => ({ query: { days: 30 } }),
  'dashboard.waiting': nothing,
  'dashboard.attention': nothing,
  'dashboard.pace': nothing,
  'report.demand': () => ({ query: period }),
  'advertisement.list': (api) => ({ query: { status: 'SHOWN', medium_id: api.fixtures.a.medium, q: '広告' } }),
  'advertisement.preview': (api) => ({ params: { id: api.fixtures.a.advertisement }, query: { device: 'phone' } }),
  'reject_request.list': (api) => ({ query: { status: 'FILED', medium_id: api.fixtures.a.medium } }),
  'reject_request.create': async (api) => ({
    body: { advertisement_id: await insertAdvertisement(api.db, api.fixtures.a), reason_code: 'COMPETITOR', reason: '競合です。' },
  }),
  'reject_request.accept': async (api) => ({ params: { id: await insertRejectRequest(api.db, api.fixtures.a) }, body: { version: 1 } }),
  'reject_request.decline': async (api) => ({
    params: { id: await insertRejectRequest(api.db, api.fixtures.a) },
    body: { version: 1, reason: '規定に反しません。' },
  }),
  'reject_request.bulk': async (api) => ({
    body: { action: 'accept', ids: [await insertRejectRequest(api.db, api.fixtures.a)], versions: [1] },
  }),
  'report.demand_export': () => ({ query: period }),
  'report.conversion': () => ({ query: period }),
  'report.conversion_export': () => ({ query: period }),
  'report.supply': () => ({ query: period }),
  'report.supply_export': () => ({ query: period }),
  'preview.get': (api, _, role) => ({ query: previewLink(api, role) }),
  'preview.start': (api, _, role) => ({ body: previewLink(api, role) }),
  'preview.end': nothing,
  'development.start': () => ({ body: { area: 'ad', origin: 'http://127.0.0.1:9100' } }),
  'development.end': () => ({}),
  'delivery_file.list': () => ({ query: { status: 'PARTLY', q: 'csv' } }),
  'delivery_file.export': () => ({}),
  'delivery_file.get': ofFile,
  'delivery_file.history': ofFile,
  'delivery_file.advertisers': ofFile,
  'delivery_file.refused': ofFile,
  'delivery_file.refused_file': ofFile,
  'delivery_file.withdraw': async (api) => ({ ...(await ofFile(api)), body: { version: 1 } }),
  'delivery.mappings': () => ({}),
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

/** Takes back what the request of the update call changes. */
const undoRequest =
  (group: string): Request =>
  async (api, admin, role) => {
    const calls: Readonly<Record<string, Endpoint>> = endpoints[group as keyof typeof endpoints]
    const { params, body } = await madeRequests[`${group}.update`]!(api, admin, role)
    await admin.call(calls['update']!, { params: params!, body })
    const history = (await (await admin.call(calls['history']!, { params: params! })).json()) as { data: { id: number }[] }
    return { body: { change: history.data[0]!.id, dry_run: true } }
  }

/**
 * One request per endpoint that succeeds for every role that may make the call. Those of record calls follow from the
 * resource's fields; above stand those that need more. The matrix fails for an endpoint without one.
 */
export const requests: Readonly<Record<string, Request>> = {
  ...madeRequests,
  ...Object.fromEntries(
    allEndpoints.filter(({ key }) => key.endsWith('.undo') && !madeRequests[key]).map(({ key }) => [key, undoRequest(key.split('.')[0]!)]),
  ),
}

/** The request of an endpoint by its key, `company.create`. */
export function requestFor(key: string): Request {
  const request = requests[key]
  if (!request) throw new Error(`No request calls ${key}: add one to api/src/testing/requests/requests.ts`)
  return request
}
