// @vitest-environment jsdom
import { ad, campaign, creative, creativeStates } from '@adsite/contract'
import { stamps, testSuccesses, type Success } from '@adsite/screen-kit/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import AdCreateScreen from './ad/AdCreateScreen.tsx'
import AdDetailScreen from './ad/AdDetailScreen.tsx'
import { area } from './area.ts'
import CampaignCreateScreen from './campaign/CampaignCreateScreen.tsx'
import CampaignDetailScreen from './campaign/CampaignDetailScreen.tsx'
import CreativeCreateScreen from './creative/CreativeCreateScreen.tsx'
import CreativeDetailScreen from './creative/CreativeDetailScreen.tsx'

// The success messages of this area (spec/texts "Success messages"), each after the task it belongs to.

const period = { start_at: '2031-01-09T15:00:00.000Z', end_at: '2031-01-30T15:00:00.000Z' }
const campaignRecord = {
  id: 5,
  name: '冬の新商品',
  goal: 'TRAFFIC',
  serving_status: 'AWAITING',
  user_status: 'ACTIVE',
  ...period,
  ...stamps,
  advertiser_account_id: 21,
  agency_account_id: null,
  rep_account_id: null,
  memo: null,
  daily_budget: null,
  ad_count: 0,
  lifetime_budget: '100000.000000',
  allotted_budget: '0.000000',
  frequency_level: null,
  frequency_unit: null,
  frequency_count: null,
}
const adRecord = {
  id: 9,
  name: '冬の広告',
  campaign_id: 5,
  advertiser_account_id: 21,
  product_id: 4,
  creative_group_id: null,
  ...period,
  ...stamps,
  effective_status: 'PENDING_REVIEW',
  user_status: 'ACTIVE',
  billing: 'CPM',
  quantity: 10_000,
  weight: 1,
  targeting: null,
  unit_price: '500.000000',
  budget: '5000.000000',
  landing_url: 'https://lp.example/',
}
const product = {
  id: 4,
  name: 'ディスプレイ スタンダード',
  billing: 'CPM',
  unit_price: '500.000000',
  min_quantity: 10_000,
  ...stamps,
  format_ids: [],
  space_ids: null,
}
const creativeRecord = (status: string) => ({
  id: 6,
  name: '麦茶',
  status,
  user_status: 'ACTIVE',
  creative_group_id: 3,
  advertiser_account_id: 21,
  revision: 1,
  ...stamps,
  serving_revision: null,
  material_count: 1,
  image_id: null,
  format_id: 1,
  landing_url: 'https://lp.example/',
  beacons: null,
  headline: null,
  description: null,
  principal: null,
  button_text: null,
  review_reason: null,
  review_reason_code: null,
})
const material = { id: 8, name: 'a.png', content_type: 'image/png', width: 300, height: 250, size: 900 }
const rules = { kind: 'BANNER', width: 300, height: 250, file_types: ['PNG'], max_bytes: 1000 }
const page = { next: null, total: 1, total_capped: false }

const campaignPath = '/api/campaign/5'
const creativePath = '/api/ad-creative/6'
const creativeScreen = { path: '/ad/creative/:id', screen: <CreativeDetailScreen /> }
const reviewed = (status: string) => ({ [creativePath]: { data: creativeRecord(status) } })

const cases: Readonly<Record<string, Success>> = {
  'campaign created': {
    says: { ja: 'キャンペーンを登録しました', en: 'Campaign created.' },
    write: ['POST /api/campaign', 201],
    path: '/ad/campaign/create',
    at: '/ad/campaign/create?advertiser_account_id=21&goal=TRAFFIC',
    screen: <CampaignCreateScreen />,
    reads: {},
    async act({ type, submit, language }) {
      const day = (of: string) => (language === 'ja' ? `2031/01/${of} 00:00` : `01/${of}/2031 00:00`)
      await type(campaign, 'name', '冬の新商品')
      await type(campaign, 'start_at', day('10'))
      await type(campaign, 'end_at', day('31'))
      await type(campaign, 'lifetime_budget', '100000')
      submit()
    },
  },
  'campaign updated': {
    says: { ja: 'キャンペーンを更新しました', en: 'Campaign updated.' },
    write: [`PATCH ${campaignPath}`, 204],
    path: '/ad/campaign/:id',
    at: '/ad/campaign/5?edit=1',
    screen: <CampaignDetailScreen />,
    reads: { [campaignPath]: { data: campaignRecord } },
    async act({ type, submit }) {
      await type(campaign, 'name', '春の新商品')
      submit()
    },
  },
  'ad created': {
    says: { ja: '広告を登録しました', en: 'Ad created.' },
    write: ['POST /api/ad', 201],
    path: '/ad/advertisement/create/:campaign_id',
    at: '/ad/advertisement/create/5',
    screen: <AdCreateScreen />,
    reads: {
      [campaignPath]: { data: campaignRecord },
      '/api/ad': { data: [], page },
      '/api/product': { data: [product], page },
      '/api/product/4': { data: product },
    },
    async act({ type, submit }) {
      fireEvent.click(await screen.findByRole('radio', { name: /ディスプレイ スタンダード/u }))
      await type(ad, 'landing_url', 'https://lp.example/winter')
      await waitFor(() => expect(screen.getByDisplayValue('5,000')).toBeTruthy())
      submit()
    },
  },
  'ad updated': {
    says: { ja: '広告を更新しました', en: 'Ad updated.' },
    write: ['PATCH /api/ad/9', 204],
    path: '/ad/advertisement/:id',
    at: '/ad/advertisement/9?edit=1',
    screen: <AdDetailScreen />,
    reads: { '/api/ad/9': { data: adRecord }, '/api/order': { data: [], page: { total: 0, capped: false, next: null, previous: null } } },
    async act({ type, submit }) {
      await type(ad, 'name', '春の広告')
      submit()
    },
  },
  'creative created, with a prompt to register its material next': {
    says: { ja: 'クリエイティブを登録しました。続けて素材を登録してください。', en: 'Creative created. Add its material next.' },
    write: ['POST /api/ad-creative', 201],
    path: '/ad/creative/create',
    at: '/ad/creative/create?creative_group_id=3',
    screen: <CreativeCreateScreen />,
    reads: {},
    async act({ type, submit }) {
      await type(creative, 'name', '麦茶')
      submit()
    },
  },
  'creative updated': {
    says: { ja: 'クリエイティブを更新しました', en: 'Creative updated.' },
    write: [`PATCH ${creativePath}`, 204],
    ...creativeScreen,
    at: '/ad/creative/6?edit=1',
    reads: reviewed('DRAFT'),
    async act({ type, submit }) {
      await type(creative, 'landing_url', 'https://lp.example/spring')
      submit()
    },
  },
  'creative applied for': {
    says: { ja: 'クリエイティブを申請しました', en: 'Creative applied for.' },
    write: [`POST ${creativePath}/apply`, 204],
    ...creativeScreen,
    at: '/ad/creative/6',
    reads: reviewed('DRAFT'),
    act: ({ press }) => press(creativeStates.actions.apply.label),
  },
  'creative approved': {
    says: { ja: 'クリエイティブを承認しました', en: 'Creative approved.' },
    write: [`POST ${creativePath}/approve`, 204],
    ...creativeScreen,
    at: '/ad/creative/6',
    reads: reviewed('APPLIED'),
    act: ({ press }) => press(creativeStates.actions.approve.label),
  },
  'creative rejected': {
    says: { ja: 'クリエイティブを否認しました', en: 'Creative rejected.' },
    write: [`POST ${creativePath}/reject`, 204],
    ...creativeScreen,
    at: '/ad/creative/6',
    reads: reviewed('APPLIED'),
    async act({ press, language }) {
      const { label } = creativeStates.actions.reject
      await press(label)
      const dialog = within(await screen.findByRole('dialog'))
      fireEvent.mouseDown(dialog.getByRole('combobox'))
      const reason = { ja: 'リンク先の不備', en: 'Landing page' }[language]
      fireEvent.click(await screen.findByTitle(new RegExp(reason, 'u')))
      fireEvent.change(dialog.getByRole('textbox'), { target: { value: '表示されません。' } })
      await press(label, 'dialog')
    },
  },
  'settings of a creative updated': {
    says: { ja: 'クリエイティブの設定を更新しました', en: 'Settings of the creative updated.' },
    write: [`PATCH ${creativePath}/settings`, 204],
    ...creativeScreen,
    at: '/ad/creative/6?settings=1',
    reads: reviewed('APPROVED'),
    async act({ type, submit }) {
      await type(creative, 'name', '麦茶 冬')
      submit()
    },
  },
  'creative material deleted': {
    says: { ja: '素材「a.png」を削除しました', en: 'Material “a.png” deleted.' },
    write: [`DELETE ${creativePath}/material/8`, 204],
    ...creativeScreen,
    at: '/ad/creative/6',
    reads: { ...reviewed('DRAFT'), [`${creativePath}/material`]: { data: [material], rules } },
    async act({ press }) {
      await press({ ja: 'a.png を削除', en: 'Delete a.png' })
      await press({ ja: '削除', en: 'Delete' }, 'dialog')
    },
  },
}

testSuccesses(area, cases, 'admin')
