import { required } from '@adsite/contract'
import type { ClientBase } from 'pg'
import type { DemoAccounts } from '../parties/write-companies.ts'
import type { DemoWriter } from '../base/demo-writer.ts'
import type { Random } from '../base/random.ts'

export interface DemoFrame {
  readonly id: number
  readonly space_id: number
  readonly publisher_group_id: number
  /** Share of the traffic, relative to the other frames. */
  readonly weight: number
}

export interface DemoSpace {
  readonly id: number
  readonly publisher_group_id: number
  readonly position: string
  readonly width: number
  readonly height: number
}

export interface DemoSupply {
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  readonly media: readonly { readonly id: number; readonly publisher_group_id: number }[]
  readonly spaces: readonly DemoSpace[]
  /** Running frames, in which ads are served. */
  readonly frames: readonly DemoFrame[]
}

/**
 * Publisher groups with owner, trading desk, and the media of their publishers. The first pg account has a
 * second group, traded by the other desk.
 */
const groupSeeds = [
  { pg: 0, ptd: 0, name: '日向ニュースグループ', publishers: ['日向新聞デジタル', '日向経済'], media: ['ニュース', 'マネー', '天気'] },
  {
    pg: 1,
    ptd: 0,
    name: 'くらしメディアグループ',
    publishers: ['くらしの手引き', 'キッチンだより'],
    media: ['レシピ', '住まい', '子育て'],
  },
  {
    pg: 2,
    ptd: 1,
    name: 'スポーツライングループ',
    publishers: ['スポーツライン', 'スタジアム通信'],
    media: ['野球', 'サッカー', 'ゴルフ'],
  },
  { pg: 3, ptd: 1, name: 'まちの窓グループ', publishers: ['まちの窓', '週末おでかけ帖'], media: ['地域', 'グルメ', 'イベント'] },
  { pg: 0, ptd: 1, name: '日向エンタメグループ', publishers: ['日向シネマ'], media: ['映画', '音楽', 'ゲーム'] },
] as const

/** Content categories by section. */
const categories: Readonly<Record<string, readonly string[]>> = {
  ニュース: ['NEWS'],
  マネー: ['BUSINESS', 'NEWS'],
  天気: ['NEWS', 'LIFESTYLE'],
  レシピ: ['FOOD', 'LIFESTYLE'],
  住まい: ['LIFESTYLE'],
  子育て: ['FAMILY', 'LIFESTYLE'],
  野球: ['SPORTS'],
  サッカー: ['SPORTS'],
  ゴルフ: ['SPORTS', 'LIFESTYLE'],
  地域: ['NEWS', 'TRAVEL'],
  グルメ: ['FOOD', 'TRAVEL'],
  イベント: ['TRAVEL', 'ENTERTAINMENT'],
  映画: ['ENTERTAINMENT'],
  音楽: ['ENTERTAINMENT'],
  ゲーム: ['GAMES'],
}
const blockedSets = [
  ['GAMBLING', 'CONSUMER_LOAN'],
  ['ALCOHOL', 'TOBACCO'],
  ['DATING', 'COSMETIC_SURGERY', 'WEIGHT_LOSS'],
  ['POLITICS', 'RELIGION'],
] as const
const stopReasons = [
  'タグの不具合を調査中のため',
  'サイト改修に伴い掲載位置を変更するため',
  'ビューアビリティが基準を下回ったため',
  '媒体社からの依頼（特集ページの終了）',
] as const

const array = (keys: readonly string[]) => `{${keys.join(',')}}`
const blocked = (random: Random) => (random.chance(0.35) ? array(random.pick<readonly string[]>(blockedSets)) : null)

function frameStatus(random: Random): string {
  const place = random.next()
  return place < 0.88 ? 'RUNNING' : place < 0.94 ? 'STOPPED' : place < 0.98 ? 'PREPARING' : 'ARCHIVED'
}

const positionSeeds = [
  {
    position: 'HEADER',
    name: 'ヘッダー',
    sizes: [
      [728, 90],
      [970, 250],
    ],
  },
  {
    position: 'IN_ARTICLE',
    name: '記事中',
    sizes: [
      [300, 250],
      [336, 280],
    ],
  },
  {
    position: 'SIDEBAR',
    name: 'サイドバー',
    sizes: [
      [300, 600],
      [160, 600],
    ],
  },
  {
    position: 'FOOTER',
    name: 'フッター',
    sizes: [
      [728, 90],
      [320, 100],
    ],
  },
  { position: 'OVERLAY', name: 'オーバーレイ', sizes: [[320, 50]] },
] as const

function frameRows(space: { id: number; publisher_group_id: number; name: string; width: number; height: number }, random: Random) {
  return (['A', 'B'] as const).slice(0, random.chance(0.5) ? 2 : 1).map((letter) => {
    const status = frameStatus(random)
    return {
      publisher_group_id: space.publisher_group_id,
      space_id: space.id,
      name: `${space.name} ${letter}`,
      code: `f${space.id}${letter.toLowerCase()}`,
      width: space.width,
      height: space.height,
      reserve_price: random.whole(4, 30) * 10,
      status,
      stop_reason: status === 'STOPPED' ? random.pick(stopReasons) : null,
      blocked_categories: blocked(random),
    }
  })
}

/**
 * Gives the first running frame of each common size a default creative: an approved banner of its size, shown
 * when no ad can be served.
 */
export async function writeDefaultCreatives(client: ClientBase): Promise<void> {
  await client.query(`
    update frames set default_creative_id = (select min(c.id) from creatives c where c.serving_revision is not null
      and c.user_status = 'ACTIVE' and c.width = frames.width and c.height = frames.height)
    where id in (select min(id) from frames where status = 'RUNNING' and (width, height) in ((300, 250), (728, 90)) group by width)`)
}

/** Writes publisher groups and everything below them. */
export async function writeMedia(writer: DemoWriter, accounts: DemoAccounts, random: Random): Promise<DemoSupply> {
  const groups = await writer.insert(
    'publisher_groups',
    'publisher_group',
    groupSeeds.map(({ pg, ptd, name }) => ({
      account_id: required(accounts.pg[pg], `the media group account ${pg}: the company seeds have fewer that trade`).id,
      ptd_account_id: required(accounts.ptd[ptd], `the trading desk account ${ptd}: the company seeds have fewer that trade`).id,
      name,
    })),
  )
  const publishers = await writer.insert(
    'publishers',
    'publisher',
    groupSeeds.flatMap((group, index) =>
      group.publishers.map((name) => ({
        publisher_group_id: required(groups[index], 'the row of a media group seed: one is inserted for each').id,
        name,
      })),
    ),
  )
  const media = await writer.insert(
    'media',
    'medium',
    publishers.flatMap(({ id, publisher_group_id, name }) =>
      required(
        groupSeeds[groups.findIndex((group) => group.id === publisher_group_id)],
        'the seed of the group that a publisher belongs to',
      ).media.map((section, index) => ({
        publisher_group_id,
        publisher_id: id,
        name: `${name} ${section}`,
        // Two sections are apps.
        ...(section === 'ゲーム' || section === '天気'
          ? { domain: null, app_id: `example.media.m${id}.app${index + 1}` }
          : { domain: `m${id}-${index + 1}.media.example`, app_id: null }),
        categories: array(required(categories[section], `the categories of the section ${section}`)),
        status: random.chance(0.95) ? 'ACTIVE' : 'INACTIVE',
      })),
    ),
  )
  const spaces = await writer.insert(
    'spaces',
    'space',
    media.flatMap((medium) =>
      positionSeeds
        .filter(() => random.chance(0.8))
        .map(({ position, name, sizes }) => {
          const [width, height] = random.pick<readonly [number, number]>(sizes)
          return {
            publisher_group_id: medium.publisher_group_id,
            medium_id: medium.id,
            name: `${medium.name} ${name} ${width}×${height}`,
            status: medium.status,
            position,
            width,
            height,
            reserve_price: random.chance(0.8) ? random.whole(5, 40) * 10 : null,
            blocked_categories: blocked(random),
          }
        }),
    ),
  )
  const frames = await writer.insert(
    'frames',
    'frame',
    spaces.flatMap((space) => frameRows(space, random)),
  )
  const running = frames
    .filter(({ status }) => status === 'RUNNING')
    .map(({ id, space_id, publisher_group_id }) => ({ id, space_id, publisher_group_id, weight: random.between(0.3, 2) }))
  return { groups, media, spaces, frames: running }
}
