import type { DemoAccounts } from '../parties/write-companies.ts'
import { addDays, startOf } from '../base/demo-day.ts'
import { untargeted, required, type BillingType, type Targeting, type Weekday } from '@adsite/contract'
import { bannerSizes, type DemoProduct } from './demo-products.ts'
import type { DemoWriter } from '../base/demo-writer.ts'
import type { Random } from '../base/random.ts'

/** What each advertiser, in order, advertises. */
const subjects: readonly (readonly string[])[] = [
  ['あおばの麦茶', '朝のグラノーラ', '北国カレー', '牛たんギフト', '冷凍ごはんセット'],
  ['沖縄リゾート', '箱根温泉の宿', '早割航空券', '台湾ツアー', '北海道スキー'],
  ['薬用美白美容液', 'うるおいリップ', '日焼け止めミルク', 'ヘアオイル', 'メンズスキンケア'],
  ['ロボット掃除機', 'ドラム式洗濯機', '4Kテレビ', '電気圧力鍋', '空気清浄機'],
  ['週末タイムセール', '母の日ギフト', 'ポイント還元祭', '送料無料ウィーク', '新生活応援フェア'],
  ['モデルハウス見学会', '平屋の家', 'リフォーム相談会', '住宅ローン相談', '土地探しフェア'],
]
const purposes = [
  { name: '認知拡大', goal: 'AWARENESS' },
  { name: '新商品紹介', goal: 'AWARENESS' },
  { name: 'サイト誘導', goal: 'TRAFFIC' },
  { name: '特集ページ誘導', goal: 'TRAFFIC' },
  { name: '新規会員獲得', goal: 'CONVERSION' },
  { name: '購入促進', goal: 'CONVERSION' },
] as const

/** Campaigns per advertiser, a hundred in total. */
const campaignCounts = [28, 20, 16, 14, 12, 10]
const adsPerCampaign = { low: 20, high: 36 }
const audiences = [
  'ノンターゲティング',
  'リターゲティング',
  '類似拡張',
  '20代女性',
  '30代男性',
  'ファミリー層',
  '首都圏',
  '関西圏',
  '興味関心',
]
export interface DemoAd {
  readonly id: number
  readonly campaign_id: number
  readonly advertiser_account_id: number
  readonly creative_id: number
  readonly billing: BillingType
  readonly unit_price: number
  readonly firstDay: string
  readonly lastDay: string
}

export interface DemoCampaign {
  readonly id: number
  readonly advertiser_account_id: number
  readonly goal: string
  /** Days of delivery; a paused campaign stopped some days ago. */
  readonly firstDay: string
  readonly lastDay: string
}

/** The period of campaign number `index`: most run now, some are paused, over or upcoming. */
function period(index: number, today: string, random: Random) {
  const at = (days: number) => addDays(today, days)
  const place = index % 20
  if (place < 12) return { start: at(-random.whole(20, 110)), end: at(random.whole(1, 60)), status: 'ACTIVE', stopped: null }
  if (place < 15)
    return { start: at(-random.whole(30, 110)), end: at(random.whole(5, 60)), status: 'PAUSED', stopped: at(-random.whole(2, 15)) }
  if (place < 18)
    return {
      start: at(-random.whole(60, 120)),
      end: at(-random.whole(3, 40)),
      status: random.chance(0.7) ? 'ACTIVE' : 'PAUSED',
      stopped: null,
    }
  return { start: at(random.whole(2, 30)), end: at(random.whole(35, 90)), status: 'ACTIVE', stopped: null }
}

/** Two of three campaigns come through an agency, every second one through a rep; each advertiser has a usual one. */
function agents(advertiser: number, accounts: DemoAccounts, random: Random) {
  const { agency, rep } = accounts
  const usual = random.chance(0.8) ? advertiser : advertiser + 1
  return {
    agency_account_id: random.chance(0.7)
      ? required(agency[usual % agency.length], 'an agency: the company seeds have none that trades').id
      : null,
    rep_account_id: random.chance(0.55) ? required(rep[usual % rep.length], 'a rep: the company seeds have none that trades').id : null,
  }
}

function campaignRows(today: string, accounts: DemoAccounts, random: Random) {
  let index = -1
  return campaignCounts.flatMap((count, advertiser) =>
    Array.from({ length: count }, (_, number) => {
      index += 1
      const subject = required(
        required(subjects[advertiser], `the subjects of advertiser ${advertiser}`)[number % 5],
        `five subjects of advertiser ${advertiser}`,
      )
      const purpose = required(purposes[(number + Math.floor(number / 5)) % purposes.length], 'a purpose to draw')
      const { start, end, status, stopped } = period(index, today, random)
      const lifetime = random.whole(10, 80) * 100_000
      const row = {
        advertiser_account_id: required(
          accounts.advertiser[advertiser],
          `advertiser account ${advertiser}: the company seeds have fewer that trade`,
        ).id,
        name: `${subject} ${purpose.name} ${start.slice(0, 4)}年${Number(start.slice(5, 7))}月${number >= 5 ? ` 第${Math.floor(number / 5) + 1}弾` : ''}`,
        ...agents(advertiser, accounts, random),
        goal: purpose.goal,
        start_at: startOf(start),
        end_at: startOf(addDays(end, 1)),
        lifetime_budget: lifetime,
        daily_budget: random.chance(0.5) ? lifetime / 20 : null,
        memo: random.chance(0.3) ? '入稿素材は代理店より受領済み。' : null,
        user_status: status,
      }
      return { row, firstDay: start, lastDay: stopped ?? end }
    }),
  )
}

interface DemoCreative {
  readonly id: number
  readonly creative_group_id: number
  readonly name: string
}

/** Most creatives are approved; one group in nine awaits review, and some creatives were rejected. */
function review(group: number, width: number) {
  if (group % 9 === 0) return { status: width > 700 ? 'DRAFT' : 'APPLIED', serving_revision: null }
  return width === 336 ? { status: 'REJECTED', serving_revision: null } : { status: 'APPROVED', serving_revision: 1 }
}

const week: readonly Weekday[] = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
const daytime = [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]

const regions: Readonly<Record<string, Targeting['prefectures']>> = { 首都圏: ['11', '12', '13', '14'], 関西圏: ['26', '27', '28'] }

/** The audience in the ad's name, and sometimes a device or the daytime. */
function targeting(audience: string, random: Random): Targeting | null {
  const prefectures = regions[audience] ?? []
  const devices = random.chance(0.2) ? (['SP'] as const) : []
  const hours = random.chance(0.15) ? Object.fromEntries(week.map((day) => [day, daytime])) : null
  if (prefectures.length + devices.length === 0 && hours === null) return null
  return { ...untargeted, prefectures, devices: [...devices], hours }
}

/** Products that suit a goal. */
const billings: Readonly<Record<string, readonly BillingType[]>> = {
  AWARENESS: ['CPM', 'VCPM', 'CPM'],
  TRAFFIC: ['CPC', 'CPM', 'CPC'],
  CONVERSION: ['CPA', 'CPC', 'CPM'],
}

const copied = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** Writes the creatives by advertiser. */
async function writeCreatives(writer: DemoWriter, accounts: DemoAccounts): Promise<Map<number, DemoCreative[]>> {
  const groups = await writer.insert(
    'creative_groups',
    'creative_group',
    accounts.advertiser.flatMap(({ id }, advertiser) =>
      required(subjects[advertiser], `the subjects of advertiser ${advertiser}`).map((name) => ({ advertiser_account_id: id, name })),
    ),
  )
  const rows = groups.flatMap(({ id, advertiser_account_id, name }) =>
    bannerSizes.map(([width, height]) => ({
      advertiser_account_id,
      creative_group_id: id,
      name: `${name} ${width}×${height}`,
      width,
      height,
      ...review(id, width),
    })),
  )
  const creatives = await writer.insert('creatives', 'creative', rows)
  return Map.groupBy(creatives, ({ advertiser_account_id }) => advertiser_account_id)
}

export async function writeCampaigns(
  writer: DemoWriter,
  accounts: DemoAccounts,
  products: readonly DemoProduct[],
  today: string,
  random: Random,
): Promise<{ campaigns: DemoCampaign[]; ads: DemoAd[] }> {
  const made = campaignRows(today, accounts, random)
  const stored = await writer.insert(
    'campaigns',
    'campaign',
    made.map(({ row }) => row),
  )
  const campaigns = stored.map(({ id, advertiser_account_id, goal }, index) => {
    const { firstDay, lastDay } = required(made[index], 'the draft of a campaign: one is made for each')
    return { id, advertiser_account_id, goal, firstDay, lastDay }
  })
  const creatives = await writeCreatives(writer, accounts)
  const adRows = stored.flatMap((campaign, index) => {
    const count = random.whole(adsPerCampaign.low, adsPerCampaign.high)
    return Array.from({ length: count }, (_, number) => {
      const creative = random.pick(
        required(creatives.get(campaign.advertiser_account_id), `a creative of advertiser ${campaign.advertiser_account_id}`),
      )
      const billing = required(
        required(billings[campaign.goal], `the billings of the goal ${campaign.goal}`)[number % 3],
        `three billings of the goal ${campaign.goal}`,
      )
      const product = required(
        products.find((one) => one.billing === billing),
        'a product with the billing and the size of an ad: the product seeds have none',
      )
      const audience = required(audiences[number % audiences.length], 'an audience to draw')
      const budget = Math.floor(campaign.lifetime_budget / count / 1000) * 1000
      const row = {
        advertiser_account_id: campaign.advertiser_account_id,
        campaign_id: campaign.id,
        name: `${creative.name} ${audience} ${Math.floor(number / audiences.length) + 1}`,
        product_id: product.id,
        billing,
        unit_price: product.unit_price,
        quantity: 1,
        budget,
        creative_group_id: creative.creative_group_id,
        weight: random.whole(1, 10),
        targeting: copied(targeting(audience, random)),
        start_at: campaign.start_at,
        end_at: campaign.end_at,
        landing_url: `https://lp.example/${campaign.id}/${number + 1}`,
        user_status: random.chance(0.9) ? 'ACTIVE' : 'PAUSED',
      }
      return { row, creative_id: creative.id, campaign: required(campaigns[index], 'the campaign of an ad: one is listed for each') }
    })
  })
  const storedAds = await writer.insert(
    'ads',
    'ad',
    adRows.map(({ row }) => row),
  )
  const ads = storedAds.map(({ id, campaign_id, advertiser_account_id }, index) => {
    const { row, creative_id, campaign } = required(adRows[index], 'the draft of an ad: one is made for each')
    const { billing, unit_price } = row
    return {
      id,
      campaign_id,
      advertiser_account_id,
      creative_id,
      billing,
      unit_price,
      firstDay: campaign.firstDay,
      lastDay: campaign.lastDay,
    }
  })
  return { campaigns, ads }
}
