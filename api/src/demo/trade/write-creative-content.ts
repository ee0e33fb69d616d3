import { required } from '@adsite/contract'
import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import sharp from 'sharp'
import type { Storage } from '../../upload/storage.ts'
import type { DemoWriter } from '../base/demo-writer.ts'

type Colour = readonly [red: number, green: number, blue: number]

/** One pair of colours per advertiser. */
const palettes: readonly (readonly [Colour, Colour])[] = [
  [
    [46, 125, 50],
    [200, 230, 201],
  ],
  [
    [2, 119, 189],
    [179, 229, 252],
  ],
  [
    [194, 24, 91],
    [248, 187, 208],
  ],
  [
    [69, 90, 100],
    [207, 216, 220],
  ],
  [
    [239, 108, 0],
    [255, 224, 178],
  ],
  [
    [93, 64, 55],
    [215, 204, 200],
  ],
]

/** A banner without text: a gradient in the advertiser's colours, a disc for the product, a bar for the button. */
async function banner(width: number, height: number, palette: number, turn: number): Promise<Buffer> {
  const [dark, light] = required(palettes[palette % palettes.length], 'a palette to draw')
  const pixels = Buffer.alloc(width * height * 3)
  const radius = Math.min(width, height) * 0.32
  const centre = { x: width * (turn % 2 === 0 ? 0.3 : 0.7), y: height * 0.45 }
  const bar = { top: height * 0.78, bottom: height * 0.9, left: width * 0.2, right: width * 0.8 }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const inDisc = (x - centre.x) ** 2 + (y - centre.y) ** 2 < radius ** 2
      const inBar = y > bar.top && y < bar.bottom && x > bar.left && x < bar.right
      const share = (x / width + (turn % 5) * (y / height)) / (1 + (turn % 5))
      const at = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel += 1) {
        const slope =
          required(dark[channel], 'three channels of the dark colour') * share +
          required(light[channel], 'three channels of the light colour') * (1 - share)
        pixels[at + channel] = inDisc
          ? 255 - (255 - required(light[channel], 'three channels of the light colour')) / 2
          : inBar
            ? required(dark[channel], 'three channels of the dark colour')
            : slope
      }
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Texts of native ads by the subject of their group. */
const native = {
  headline: (subject: string) => `${subject}、はじめませんか`,
  description: (subject: string) => `${subject}の特集ページを公開しました。人気の理由と選び方を、写真とあわせてご紹介します。`,
}

const rejections = [
  ['SUBSTANTIATION', '「No.1」の根拠となる調査の名称と時期を入れてください。'],
  ['PRINCIPAL', '主体者表記が小さく、読み取れません。'],
  ['QUALITY', '画像が粗く表示されます。解像度を上げてください。'],
] as const

/** Writes formats, texts and landing pages of the banners, and one native ad per group. */
async function writeContent(client: ClientBase, writer: DemoWriter): Promise<void> {
  await client.query(`
    update creatives set format_id = formats.id, landing_url = 'https://lp.example/c/' || creatives.id, principal = left(accounts.name, 20)
    from formats, accounts where formats.kind = 'BANNER' and formats.width = creatives.width and formats.height = creatives.height
      and accounts.id = creatives.advertiser_account_id`)
  const { rows } = await client.query<{ id: number; advertiser_account_id: number; name: string; principal: string; format_id: number }>(`
    select g.id, g.advertiser_account_id, g.name, left(a.name, 20) as principal, (select id from formats where kind = 'NATIVE') as format_id
    from creative_groups g join accounts a on a.id = g.advertiser_account_id order by g.id`)
  await writer.insert(
    'creatives',
    'creative',
    rows.map(({ id, advertiser_account_id, name, principal, format_id }) => ({
      advertiser_account_id,
      creative_group_id: id,
      name: `${name} ネイティブ`,
      width: 600,
      height: 400,
      format_id,
      principal,
      button_text: '詳しく見る',
      landing_url: `https://lp.example/n/${id}`,
      headline: native.headline(name),
      description: native.description(name),
      beacons: '{https://beacon.example/imp}',
      ...(id % 9 === 0 ? { status: 'APPLIED', serving_revision: null } : { status: 'APPROVED', serving_revision: 1 }),
    })),
  )
}

interface Shown {
  readonly id: number
  readonly advertiser_account_id: number
  readonly width: number
  readonly height: number
}

/** Writes a small image for each creative. */
async function writeMaterials(client: ClientBase, writer: DemoWriter, storage: Storage): Promise<void> {
  const { rows } = await client.query<Shown>('select id, advertiser_account_id, width, height from creatives order by id')
  const advertisers = [...new Set(rows.map(({ advertiser_account_id }) => advertiser_account_id))]
  const materialOf = async ({ id, advertiser_account_id, width, height }: Shown) => {
    const content = await banner(width, height, advertisers.indexOf(advertiser_account_id), id)
    return {
      advertiser_account_id,
      creative_id: id,
      name: `banner_${width}x${height}.jpg`,
      content_type: 'image/jpeg',
      width,
      height,
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      storage_name: await storage.put(content),
    }
  }
  // Limits concurrency, because each image is drawn and written to disk.
  const atOnce = 16
  for (let start = 0; start < rows.length; start += atOnce) {
    await writer.copy('creative_materials', await Promise.all(rows.slice(start, start + atOnce).map(materialOf)))
  }
}

const content = `jsonb_build_object('format_id', c.format_id, 'headline', c.headline, 'description', c.description, 'principal', c.principal,
  'button_text', c.button_text, 'landing_url', c.landing_url, 'beacons', c.beacons,
  'materials', (select coalesce(jsonb_agg(m.id order by m.id), '[]') from creative_materials m where m.creative_id = c.id))`

/**
 * Writes the submissions of the agency's users and the administrator's decisions; some creatives are being
 * reworked, some were stopped.
 */
async function writeReviews(client: ClientBase): Promise<void> {
  const person = (email: string) => `(select id from users where email = '${email}@demo.example')`
  await client.query(`
    insert into creative_revisions (advertiser_account_id, creative_id, revision, content, applied_by, applied_at, result, reviewed_by, reviewed_at)
    select c.advertiser_account_id, c.id, 1, ${content}, ${person('agency')}, least(c.created_at + interval '1 hour', now()), nullif(c.status, 'APPLIED'),
      case when c.status <> 'APPLIED' then ${person('admin')} end, case when c.status <> 'APPLIED' then least(c.created_at + interval '1 day', now()) end
    from creatives c where c.status <> 'DRAFT' order by c.id`)
  for (const [index, [code, words]] of rejections.entries()) {
    await client.query(`update creatives set review_reason_code = $1, review_reason = $2 where status = 'REJECTED' and id % 3 = $3`, [
      code,
      words,
      index,
    ])
  }
  // Approved creatives under revision: shown unchanged while the new revision awaits review.
  await client.query(`
    update creatives set status = 'APPLIED', revision = 2, landing_url = landing_url || '?campaign=summer',
      headline = case when headline is not null then '期間限定 ' || left(headline, 18) end
    where status = 'APPROVED' and id % 37 = 0`)
  await client.query(`
    insert into creative_revisions (advertiser_account_id, creative_id, revision, content, applied_by, applied_at)
    select c.advertiser_account_id, c.id, 2, ${content}, ${person('agency')}, least(c.created_at + interval '2 days', now())
    from creatives c where c.revision = 2 order by c.id`)
  await client.query(`
    with stopped as (
      update creatives set status = 'POST_REJECTED', serving_revision = null, review_reason_code = 'LANDING_PAGE',
        review_reason = 'リンク先で商品の販売が終了しています。' where status = 'APPROVED' and id % 53 = 0 returning id)
    update creative_revisions set result = 'POST_REJECTED' where creative_id in (select id from stopped)`)
  await client.query(`
    update creatives set applied_at = handed_in.applied_at from (
      select creative_id, max(applied_at) as applied_at from creative_revisions group by creative_id) handed_in
    where handed_in.creative_id = creatives.id`)
}

/** Writes the content of the creatives: formats, texts, generated images, and reviews. */
export async function writeCreativeContent(client: ClientBase, writer: DemoWriter, storage: Storage): Promise<void> {
  await writeContent(client, writer)
  await writeMaterials(client, writer, storage)
  await writeReviews(client)
}
