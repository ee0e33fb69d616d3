import { required, type BillingType } from '@adsite/contract'
import type { ClientBase } from 'pg'
import { addDays } from '../base/demo-day.ts'
import type { DemoWriter } from '../base/demo-writer.ts'

/** Standard banner sizes. */
export const bannerSizes = [
  [300, 250],
  [728, 90],
  [160, 600],
  [300, 600],
  [320, 100],
  [320, 50],
  [970, 250],
  [336, 280],
] as const

interface ProductSeed {
  readonly name: string
  readonly billing: BillingType
  readonly unit_price: number
  readonly min_quantity: number
  /** Widths of the accepted banners; all by default. */
  readonly widths?: readonly number[]
  /** Positions it delivers to; every space by default. */
  readonly positions?: readonly string[]
  readonly native?: true
  readonly status?: 'DRAFT' | 'SUSPENDED' | 'ENDED'
}

const productSeeds: readonly ProductSeed[] = [
  { name: 'ディスプレイ スタンダード', billing: 'CPM', unit_price: 500, min_quantity: 10_000 },
  {
    name: 'ディスプレイ プレミアム（ヘッダー）',
    billing: 'CPM',
    unit_price: 900,
    min_quantity: 50_000,
    widths: [728, 970],
    positions: ['HEADER'],
  },
  { name: 'ビューアブル保証ディスプレイ', billing: 'VCPM', unit_price: 1200, min_quantity: 20_000 },
  { name: 'クリック課金ディスプレイ', billing: 'CPC', unit_price: 80, min_quantity: 100 },
  { name: '記事中ネイティブ', billing: 'CPC', unit_price: 60, min_quantity: 200, positions: ['IN_ARTICLE'], native: true },
  { name: '成果報酬ディスプレイ', billing: 'CPA', unit_price: 4000, min_quantity: 5 },
  { name: 'スマートフォンバナー', billing: 'CPM', unit_price: 420, min_quantity: 10_000, widths: [320], positions: ['OVERLAY', 'FOOTER'] },
  { name: 'トップページジャック', billing: 'TENANCY', unit_price: 300_000, min_quantity: 3, widths: [970], positions: ['HEADER'] },
  { name: 'サイドバー 大型バナー', billing: 'CPM', unit_price: 650, min_quantity: 20_000, widths: [300, 160], positions: ['SIDEBAR'] },
  { name: '夏の特別枠', billing: 'CPM', unit_price: 380, min_quantity: 10_000, status: 'ENDED' },
  { name: '動画連動ディスプレイ', billing: 'VCPM', unit_price: 1800, min_quantity: 30_000, status: 'DRAFT' },
  { name: '地域限定ディスプレイ', billing: 'CPM', unit_price: 560, min_quantity: 5000, status: 'SUSPENDED' },
]

export interface DemoProduct {
  readonly id: number
  readonly billing: BillingType
  readonly unit_price: number
}

/** Writes formats and products; returns the products sold in every space. */
export async function writeProducts(writer: DemoWriter, client: ClientBase, today: string): Promise<DemoProduct[]> {
  const formats = await writer.insert('formats', 'format', [
    ...bannerSizes.map(([width, height]) => ({
      name: `バナー ${width}×${height}`,
      kind: 'BANNER',
      width,
      height,
      file_types: '{GIF,PNG,JPEG}',
      max_bytes: 150_000,
      headline_max: null,
      description_max: null,
      principal_max: 20,
      button_max: null,
    })),
    {
      name: 'ネイティブ 600×400',
      kind: 'NATIVE',
      width: 600,
      height: 400,
      file_types: '{PNG,JPEG}',
      max_bytes: 200_000,
      headline_max: 25,
      description_max: 90,
      principal_max: 20,
      button_max: 10,
    },
    {
      name: 'テキスト',
      kind: 'TEXT',
      width: null,
      height: null,
      file_types: null,
      max_bytes: null,
      headline_max: 15,
      description_max: 38,
      principal_max: 20,
      button_max: null,
    },
    ...[
      [640, 360],
      [600, 600],
    ].map(([width, height]) => ({
      name: `動画 ${width}×${height}`,
      kind: 'VIDEO',
      width: required(width, 'width'),
      height: required(height, 'height'),
      file_types: '{MP4,WEBM}',
      max_bytes: 100_000_000,
      headline_max: 20,
      description_max: 90,
      principal_max: 20,
      button_max: 10,
    })),
  ])
  const products = await writer.insert(
    'products',
    'product',
    productSeeds.map(({ name, billing, unit_price, min_quantity, status }) => ({
      name,
      billing,
      unit_price,
      min_quantity,
      status: status ?? 'ON_SALE',
      sale_from: addDays(today, -200),
      sale_to: status === 'ENDED' ? addDays(today, -20) : null,
    })),
  )
  await writer.copy(
    'product_formats',
    products.flatMap(({ id }, index) => {
      const { native, widths } = required(productSeeds[index], 'the seed of a product: one stands for each row')
      return formats
        .filter(({ kind, width }) =>
          native ? kind === 'NATIVE' : kind === 'BANNER' && (widths?.includes(required(width, 'width')) ?? true),
        )
        .map((format) => ({ product_id: id, format_id: format.id }))
    }),
  )
  for (const [index, { id }] of products.entries()) {
    const { positions } = required(productSeeds[index], 'the seed of a product: one stands for each row')
    if (!positions) continue
    await client.query('insert into product_spaces (product_id, space_id) select $1, id from spaces where position = any($2) order by id', [
      id,
      positions,
    ])
  }
  return products.filter(
    (_, index) =>
      !required(productSeeds[index], 'the seed of a product: one stands for each row').positions &&
      !required(productSeeds[index], 'the seed of a product: one stands for each row').status,
  )
}
