import { endpoints } from '@adsite/contract'
import type { TestApi } from '../api.ts'
import type { CallOptions, TestClient } from '../client.ts'
import { pngFile } from '../files.ts'
import type { Request } from './requests.ts'

const { creative, creative_group } = endpoints

const groupBody = (api: TestApi) => ({ name: '新しいグループ', advertiser_account_id: api.fixtures.a.accounts.advertiser })
/** A banner of 300 × 250 without its material. */
const creativeBody = ({ fixtures }: TestApi) => ({
  name: '新しいバナー',
  creative_group_id: fixtures.a.creativeGroup,
  format_id: fixtures.format,
  landing_url: 'https://lp.example/',
})
const reason = { reason: '根拠を示してください', reason_code: 'SUBSTANTIATION' }

const applicants = new WeakMap<TestApi, Promise<TestClient>>()
/** Signs in somebody who submits, because administrators do not approve their own submissions. */
function applicantOf(api: TestApi): Promise<TestClient> {
  const known = applicants.get(api) ?? api.signIn('advertiser')
  applicants.set(api, known)
  return known
}

const uploading = async (name = 'バナー.png') => ({
  query: { name },
  body: await pngFile(300, 250),
  headers: { 'Content-Type': 'image/png' },
})

/** The version of a creative once it has reached the state. */
const versions = { DRAFT: 2, APPLIED: 3, APPROVED: 4, REJECTED: 4 } as const

/** Creates a creative of tenant a in that state, with its material; returns the options of the next action. */
export async function freshCreative(
  api: TestApi,
  admin: TestClient,
  state: keyof typeof versions,
): Promise<{ params: { id: number }; body: { version: number } }> {
  const created = await admin.done(creative.create, { body: creativeBody(api) })
  const params = { id: ((await created.json()) as { data: { id: number } }).data.id }
  await admin.done(creative.upload, { params, ...(await uploading()) })
  if (state !== 'DRAFT') await (await applicantOf(api)).done(creative.apply, { params, body: { version: 2 } })
  if (state === 'APPROVED') await admin.done(creative.approve, { params, body: { version: 3 } })
  if (state === 'REJECTED') await admin.done(creative.reject, { params, body: { version: 3, ...reason } })
  return { params, body: { version: versions[state] } }
}

async function withMaterial(api: TestApi, admin: TestClient): Promise<CallOptions> {
  const { params } = await freshCreative(api, admin, 'DRAFT')
  const { data } = (await (await admin.call(creative.materials, { params })).json()) as { data: { id: number }[] }
  return { params: { ...params, material_id: data[0]!.id } }
}

const ofFixtures: Request = (api) => ({ params: { id: api.fixtures.a.creative } })
const nothing: Request = () => ({})
const after =
  (state: keyof typeof versions, more: object = {}): Request =>
  async (api, admin) => {
    const { params, body } = await freshCreative(api, admin, state)
    return { params, body: { ...body, ...more } }
  }

/** Requests for creative groups and creatives. */
export const creativeRequests: Readonly<Record<string, Request>> = {
  'creative_group.create': (api) => ({ body: groupBody(api) }),
  'creative_group.update': async (api, admin) => {
    const created = await admin.call(creative_group.create, { body: groupBody(api) })
    const { data } = (await created.json()) as { data: { id: number } }
    return { params: { id: data.id }, body: { version: 1, name: '別の名前' } }
  },
  'creative.list': () => ({ query: { status: 'DRAFT,APPLIED' } }),
  'shown_creative.select': nothing,
  'creative.create': (api) => ({ body: creativeBody(api) }),
  'creative.update': after('DRAFT', { landing_url: 'https://other.example/' }),
  'creative.settings': after('APPLIED', { user_status: 'PAUSED', name: '改名' }),
  'creative.bulk': async (api, admin) => {
    const { params } = await freshCreative(api, admin, 'DRAFT')
    return { body: { action: 'apply', ids: [params.id] } }
  },
  'creative.apply': after('DRAFT'),
  'creative.withdraw': after('APPLIED'),
  'creative.approve': after('APPLIED'),
  'creative.reject': after('APPLIED', reason),
  'creative.post_reject': after('APPROVED', reason),
  'creative.revisions': ofFixtures,
  'creative.preview': (api) => ({ params: { id: api.fixtures.a.creative }, query: { device: 'phone', locale: 'ja' } }),
  'creative.formats': nothing,
  'creative.materials': ofFixtures,
  'creative.upload': async (api, admin) => {
    const created = await admin.call(creative.create, { body: creativeBody(api) })
    return { params: { id: ((await created.json()) as { data: { id: number } }).data.id }, ...(await uploading()) }
  },
  'creative.material': withMaterial,
  'creative.removeMaterial': withMaterial,
}
