import { required, type Role, recordOf } from '@adsite/contract'
import type { DemoWriter } from '../base/demo-writer.ts'
import type { Random } from '../base/random.ts'

/** Kinds of account; each is the role of its users. */
export type AccountKind = Role

interface CompanySeed {
  readonly kind: AccountKind
  readonly name: string
  readonly kana: string
  readonly zip: string
  readonly prefecture: string
  readonly city: string
  readonly street: string
  readonly credit: string
}

const seed = (kind: AccountKind, name: string, kana: string, place: readonly string[], credit = 'ACTIVE'): CompanySeed => {
  const [zip = '', prefecture = '', city = '', street = ''] = place
  return { kind, name, kana, zip, prefecture, city, street, credit }
}

/** Made-up companies at real addresses, at least two of each kind, so that tenants can be told apart. */
const companySeeds: readonly CompanySeed[] = [
  seed('admin', '株式会社アドサイト', 'アドサイト', ['100-0005', '13', '千代田区', '丸の内9-9-1']),
  seed('advertiser', '株式会社あおば食品', 'アオバショクヒン', ['980-0811', '04', '仙台市青葉区', '一番町9-9-2']),
  seed('advertiser', 'みなとトラベル株式会社', 'ミナトトラベル', ['220-0012', '14', '横浜市西区', 'みなとみらい9-9-3']),
  seed('advertiser', '株式会社さくらコスメティクス', 'サクラコスメティクス', ['530-0001', '27', '大阪市北区', '梅田9-9-4']),
  seed('advertiser', '北斗電機株式会社', 'ホクトデンキ', ['060-0001', '01', '札幌市中央区', '北一条西9-9-5']),
  seed('advertiser', '株式会社すずらんモール', 'スズランモール', ['810-0001', '40', '福岡市中央区', '天神9-9-6']),
  seed('advertiser', 'ひなた住宅株式会社', 'ヒナタジュウタク', ['460-0008', '23', '名古屋市中区', '栄9-9-7'], 'ON_HOLD'),
  seed('agency', '株式会社大和アドパートナーズ', 'ヤマトアドパートナーズ', ['104-0061', '13', '中央区', '銀座9-9-8']),
  seed('agency', '株式会社ブルースカイ広告社', 'ブルースカイコウコクシャ', ['107-0062', '13', '港区', '南青山9-9-9']),
  seed('agency', '合同会社かもめプランニング', 'カモメプランニング', ['650-0001', '28', '神戸市中央区', '加納町9-9-10']),
  seed('rep', '株式会社メディアリンク東京', 'メディアリンクトウキョウ', ['150-0002', '13', '渋谷区', '渋谷9-9-11']),
  seed('rep', '株式会社レップワン', 'レップワン', ['160-0022', '13', '新宿区', '新宿9-9-12']),
  seed('ptd', '株式会社トレードデスク一番町', 'トレードデスクイチバンチョウ', ['102-0082', '13', '千代田区', '一番町9-9-13']),
  seed('ptd', '株式会社ネクストトレード', 'ネクストトレード', ['141-0022', '13', '品川区', '東五反田9-9-14']),
  seed('pg', '株式会社日向ニュースネットワーク', 'ヒュウガニュースネットワーク', ['101-0051', '13', '千代田区', '神田神保町9-9-15']),
  seed('pg', '株式会社くらしメディア', 'クラシメディア', ['600-8008', '26', '京都市下京区', '長刀鉾町9-9-16']),
  seed('pg', '株式会社スポーツライン', 'スポーツライン', ['330-0846', '11', 'さいたま市大宮区', '大門町9-9-17']),
  seed('pg', '株式会社まちの窓', 'マチノマド', ['730-0011', '34', '広島市中区', '基町9-9-18']),
  // Companies without accounts, which await the administrator's review.
  seed('advertiser', '株式会社みどり学習館', 'ミドリガクシュウカン', ['420-0851', '22', '静岡市葵区', '黒金町9-9-19'], 'APPLIED'),
  seed('advertiser', '有限会社たかはし酒造', 'タカハシシュゾウ', ['951-8061', '15', '新潟市中央区', '西堀通9-9-20'], 'UNREVIEWED'),
  seed('advertiser', '株式会社ミライ通信', 'ミライツウシン', ['900-0015', '47', '那覇市', '久茂地9-9-21'], 'REJECTED'),
  seed('advertiser', '一般社団法人ふるさと観光機構', 'フルサトカンコウキコウ', ['380-0824', '20', '長野市', '南長野9-9-22'], 'UNREVIEWED'),
  seed('advertiser', '株式会社オアシス旅行', 'オアシスリョコウ', ['860-0806', '43', '熊本市中央区', '花畑町9-9-23'], 'CREDIT_STOP'),
  seed('advertiser', '合同会社グリーンライフ', 'グリーンライフ', ['700-0901', '33', '岡山市北区', '本町9-9-24'], 'INACTIVE'),
  seed('advertiser', '株式会社ラピッド通販', 'ラピッドツウハン', ['790-0001', '38', '松山市', '一番町9-9-25'], 'BLOCKED'),
]

const enterpriseForms = [
  ['株式会社', 'KABUSHIKI'],
  ['有限会社', 'YUGEN'],
  ['合同会社', 'GODO'],
  ['一般社団法人', 'IPPAN_SHADAN'],
] as const

/** A number with a valid check digit (checked by the contract) in a range that no real company uses. */
function corporateNumber(index: number): string {
  const body = `9999${String(index + 1).padStart(8, '0')}`
  const sum = [...body].toReversed().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 2), 0)
  return `${9 - (sum % 9)}${body}`
}

const contacts = ['佐藤 陽子', '鈴木 健一', '高橋 美咲', '田中 浩', '伊藤 恵', '渡辺 大輔', '山本 直美', '中村 剛']

function companyRow({ name, kana, zip, prefecture, city, street, credit }: CompanySeed, index: number, random: Random) {
  const form = enterpriseForms.find(([text]) => name.startsWith(text) || name.endsWith(text))
  return {
    name,
    name_kana: kana,
    enterprise_type: form?.[1] ?? 'OTHER',
    enterprise_type_position: form ? (name.startsWith(form[0]) ? 'BEFORE' : 'AFTER') : null,
    corporate_number: corporateNumber(index),
    zip,
    prefecture,
    city,
    street1: street,
    phone: `0300000${String(index + 1).padStart(3, '0')}`,
    url: `https://company-${index + 1}.example/`,
    contact_name: random.pick(contacts),
    payment_type: random.pick(['PREPAY', 'POSTPAY', 'INVOICE']),
    credit_limit: random.whole(3, 100) * 100_000,
    credit_status: credit,
  }
}

export interface DemoAccount {
  readonly id: number
  readonly name: string
}
export type DemoAccounts = Readonly<Record<AccountKind, readonly DemoAccount[]>>

/** Writes companies, and accounts for those that trade with us. */
export async function writeCompanies(writer: DemoWriter, random: Random): Promise<DemoAccounts> {
  const companies = await writer.insert(
    'companies',
    'company',
    companySeeds.map((company, index) => companyRow(company, index, random)),
  )
  const trading = companySeeds.flatMap(({ kind, credit }, index) =>
    ['ACTIVE', 'ON_HOLD'].includes(credit)
      ? [
          {
            kind,
            company_id: required(companies[index], 'the row of a company seed: one is inserted for each').id,
            name: required(companies[index], 'the row of a company seed: one is inserted for each').name,
          },
        ]
      : [],
  )
  const agents = await writer.insert(
    'accounts',
    ({ kind }) => kind,
    trading.filter(({ kind }) => kind !== 'advertiser' && kind !== 'pg'),
  )
  const of = (kind: AccountKind) => agents.filter((account) => account.kind === kind)
  const linked = await writer.insert(
    'accounts',
    ({ kind }) => kind,
    trading
      .filter(({ kind }) => kind === 'advertiser' || kind === 'pg')
      .map((account, index) => ({
        ...account,
        agency_account_id:
          account.kind === 'advertiser'
            ? required(of('agency')[index % 3], 'one of three agencies: the company seeds have fewer that trade').id
            : null,
        rep_account_id:
          account.kind === 'advertiser'
            ? required(of('rep')[index % 2], 'one of two reps: the company seeds have fewer that trade').id
            : null,
      })),
  )
  const all = [...agents, ...linked]
  const kinds: readonly AccountKind[] = ['admin', 'advertiser', 'agency', 'rep', 'ptd', 'pg']
  return recordOf(kinds, (kind) => all.filter((account) => account.kind === kind))
}
