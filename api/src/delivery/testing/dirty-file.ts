import { Random } from '../../demo/base/random.ts'

/** Exact sums of a generated file. Money in units of 0.0001. */
export interface DirtyFile {
  readonly content: string
  readonly rows: number
  readonly odd: number
  readonly imps: number
  readonly clicks: number
  readonly conversions: number
  readonly gross: bigint
  readonly media_cost: bigint
}

const months = ['April', 'May', 'June']

function money(units: bigint): string {
  return `${units / 10_000n}.${String(units % 10_000n).padStart(4, '0')}`
}

/**
 * Generates a delivery file as real servers write it, with typical defects: slots `#N/A`, more clicks than
 * impressions, more conversions than clicks, duplicate lines (spec/domain "Delivery files").
 */
export function dirtyFile(rows: number, seed = 1): DirtyFile {
  const random = new Random(seed)
  const lines = ['month,day,request,campaign_number,banner,placement,displays,cost,clicks,revenue,post_click_conversions']
  const sums = { odd: 0, imps: 0, clicks: 0, conversions: 0, gross: 0n, media_cost: 0n }
  for (let number = 0; number < rows; number += 1) {
    const dirt = number % 50
    const imps = random.whole(100, 50_000)
    const clicks = dirt === 7 ? imps + 3 : random.whole(1, 90)
    const conversions = dirt === 9 ? clicks + 2 : random.whole(0, clicks)
    const gross = BigInt(random.whole(0, 5_000_000))
    const cost = BigInt(random.whole(0, 3_000_000))
    const slot = dirt === 11 ? '#N/A' : random.pick(['top', 'side', 'foot'])
    const names = `camp ${random.whole(1, 3)},${random.pick(['160 x 600', '728 x 90', '300 x 250'])},${slot}`
    // An unmapped column keeps lines distinct, except for the duplicates.
    const line = `${months[number % 3]},${random.whole(1, 30)},r${number},${names},${imps},${money(cost)},${clicks},${money(gross)},${conversions}`
    const times = dirt === 13 ? 2 : 1
    for (let time = 0; time < times; time += 1) {
      lines.push(line)
      if (time > 0 || [7, 9, 11].includes(dirt)) sums.odd += 1
      sums.imps += imps
      sums.clicks += clicks
      sums.conversions += conversions
      sums.gross += gross
      sums.media_cost += cost
    }
  }
  return { content: `${lines.join('\n')}\n`, rows: lines.length - 1, ...sums }
}

/** The mapping of such a file. */
export const dirtyMap =
  'day=2020 {month} {day},date_format=YYYY MMMM D,campaign=campaign_number,creative=banner,frame=placement,' +
  'imps=displays,clicks=clicks,cv_click=post_click_conversions,gross=revenue,media_cost=cost'
