import type { DemoAccounts } from './demo-companies.ts'
import type { DemoWriter } from './demo-writer.ts'
import type { Random } from './random.ts'

export interface DemoFrame {
  readonly id: number
  readonly space_id: number
  readonly publisher_group_id: number
  /** How much of the traffic goes here, against the other frames. */
  readonly weight: number
}

/** Groups: whose they are, who trades them, and the media of their publishers. The first pg account has a second group that the other desk trades. */
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
  return (['A', 'B'] as const).slice(0, random.chance(0.5) ? 2 : 1).map((letter) => ({
    publisher_group_id: space.publisher_group_id,
    space_id: space.id,
    name: `${space.name} ${letter}`,
    code: `f${space.id}${letter.toLowerCase()}`,
    width: space.width,
    height: space.height,
    reserve_price: random.whole(4, 30) * 10,
    status: random.chance(0.9) ? 'running' : 'stopped',
  }))
}

/** Publisher groups with all that lies below them; answers the frames that ads are served in. */
export async function writeMedia(writer: DemoWriter, accounts: DemoAccounts, random: Random): Promise<DemoFrame[]> {
  const groups = await writer.insert(
    'publisher_groups',
    groupSeeds.map(({ pg, ptd, name }) => ({ account_id: accounts.pg[pg]!.id, ptd_account_id: accounts.ptd[ptd]!.id, name })),
  )
  const publishers = await writer.insert(
    'publishers',
    groupSeeds.flatMap((group, index) => group.publishers.map((name) => ({ publisher_group_id: groups[index]!.id, name }))),
  )
  const media = await writer.insert(
    'media',
    publishers.flatMap(({ id, publisher_group_id, name }) =>
      groupSeeds[groups.findIndex((group) => group.id === publisher_group_id)]!.media.map((section, index) => ({
        publisher_group_id,
        publisher_id: id,
        name: `${name} ${section}`,
        domain: `m${id}-${index + 1}.media.example`,
        status: random.chance(0.95) ? 'active' : 'inactive',
      })),
    ),
  )
  const spaces = await writer.insert(
    'spaces',
    media.flatMap((medium) =>
      positionSeeds
        .filter(() => random.chance(0.8))
        .map(({ position, name, sizes }) => {
          const [width, height] = random.pick<readonly [number, number]>(sizes)
          return {
            publisher_group_id: medium.publisher_group_id,
            medium_id: medium.id,
            name: `${medium.name} ${name} ${width}×${height}`,
            status: medium.status === 'active' ? 'ACTIVE' : 'INACTIVE',
            position,
            width,
            height,
            reserve_price: random.chance(0.8) ? random.whole(5, 40) * 10 : null,
          }
        }),
    ),
  )
  const frames = await writer.insert(
    'frames',
    spaces.flatMap((space) => frameRows(space, random)),
  )
  return frames
    .filter(({ status }) => status === 'running')
    .map(({ id, space_id, publisher_group_id }) => ({ id, space_id, publisher_group_id, weight: random.between(0.3, 2) }))
}
