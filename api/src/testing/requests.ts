import { randomUUID } from 'node:crypto'
import { endpoints, type Endpoint } from '@adsite/contract'
import type { TestApi } from './api.ts'
import { passwordResets } from '../db/schema.ts'
import { mailTokenHash, newMailToken } from '../mail/mail-token.ts'
import type { CallOptions, TestClient } from './client.ts'
import { pngFile } from './files.ts'
import { emailOf, insertInformation, insertInvitation, insertMember, testPassword } from './fixtures.ts'

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

async function freshCompany(admin: TestClient, ...actions: ('apply_credit' | 'approve_credit')[]): Prepared {
  const created = (await (await admin.call(endpoints.company.create, { body: companyBody })).json()) as { data: { id: number } }
  const params = { id: created.data.id }
  for (const [index, action] of actions.entries()) {
    await admin.call(endpoints.company[action], { params, body: { version: index + 1 } })
  }
  return { params, body: { version: actions.length + 1 } }
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

type Request = (api: TestApi, admin: TestClient) => CallOptions | Prepared

const ofCampaign: Request = (api) => ({ params: { id: api.fixtures.a.campaign } })
const ofCompany: Request = (api) => ({ params: { id: api.fixtures.a.company } })
const ofSpace: Request = (api) => ({ params: { id: api.fixtures.a.space } })
const ofInformation: Request = (api) => ({ params: { id: api.fixtures.a.information } })
const nothing: Request = () => ({})

/** A request for each endpoint that succeeds for the administrator. An endpoint without one fails the matrix. */
export const requests: Readonly<Record<string, Request>> = {
  'session.csrf': nothing,
  'session.login': () => ({ body: { email: emailOf('admin'), password: testPassword } }),
  'session.logout': nothing,
  'session.me': nothing,
  'session.changeRole': (api) => ({ body: { account_id: api.fixtures.a.accounts.admin } }),
  'password.forgot': () => ({ body: { email: emailOf('rep') } }),
  'password.reset': (api) => freshReset(api),
  'invitation.list': (api) => ({ query: { account_id: api.fixtures.b.accounts.pg } }),
  'invitation.invite': (api) => ({ body: { email: freshEmail(), account_id: api.fixtures.a.accounts.pg, locale: 'ja' } }),
  'invitation.resend': async (api) => ({ params: { id: (await freshInvitation(api)).id } }),
  'invitation.revoke': async (api) => ({ params: { id: (await freshInvitation(api)).id } }),
  'invitation.check': async (api) => ({ body: { token: (await freshInvitation(api)).token } }),
  'invitation.accept': (api) => freshAcceptance(api),
  'invitation.register': async (api) => ({ body: { token: (await freshInvitation(api)).token, name: '新しい利用者', ...newPassword } }),
  'user.updateMe': () => ({ body: { locale: 'ja' } }),
  'constants.get': nothing,
  'campaign.list': () => ({ query: { sort: '-lifetime_budget', limit: 20, count: 'exact' } }),
  'campaign.select': nothing,
  'campaign.get': ofCampaign,
  'campaign.history': ofCampaign,
  'campaign.create': (api) => ({ body: campaignBody(api) }),
  'campaign.update': async (api, admin) => ({ ...(await freshCampaign(api, admin)), body: { version: 1, memo: '変更' } }),
  'campaign.pause': (api, admin) => freshCampaign(api, admin),
  'campaign.resume': (api, admin) => freshCampaign(api, admin, true),
  'company.list': nothing,
  'company.select': nothing,
  'company.get': ofCompany,
  'company.history': ofCompany,
  'company.create': () => ({ body: companyBody }),
  'company.update': async (_, admin) => ({ ...(await freshCompany(admin)), body: { version: 1, credit_limit: '5000' } }),
  'company.apply_credit': (_, admin) => freshCompany(admin),
  'company.approve_credit': (_, admin) => freshCompany(admin, 'apply_credit'),
  'company.reject_credit': (_, admin) => freshCompany(admin, 'apply_credit'),
  'space.list': nothing,
  'space.select': nothing,
  'space.get': ofSpace,
  'space.history': ofSpace,
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
  'dashboard.delivery': () => ({ query: { days: 30 } }),
  'dashboard.waiting': nothing,
  'dashboard.attention': nothing,
  'advertiser.select': nothing,
  'agency.select': nothing,
  'rep.select': nothing,
  'medium.select': nothing,
  'publisher_group.select': nothing,
  'report.demand': () => ({ query: period }),
  'report.demandCsv': () => ({ query: period }),
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
