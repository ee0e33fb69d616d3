import { deliveryFigureNames } from '@adsite/contract'
import { reason, type Reason } from '../error/delivery-error.ts'
import type { Queries } from './roll-ups.ts'

/** What a correction and the delivery that it takes away from have in common, besides the source. */
const key = ['advertiser_account_id', 'day', 'hour', 'campaign_id', 'ad_id', 'creative_id', 'frame_id', 'device', 'prefecture'].join(', ')

/**
 * The sums over facts that corrections leave at zero or above. A cost that follows from a share is as good as its gross, and is
 * compared by it: the costs are rounded one by one, so that their own sum may be a millionth below zero.
 */
export const correctedSums: Readonly<Record<string, string>> = {
  ...Object.fromEntries(deliveryFigureNames.map((name) => [name, `coalesce(sum(${name}), 0)`])),
  media_cost: 'coalesce(sum(media_cost) filter (where not cost_by_share), 0)',
  gross_by_share: 'coalesce(sum(gross) filter (where cost_by_share), 0)',
}

const sums = Object.entries(correctedSums)
  .map(([name, sum]) => `${sum} as ${name}`)
  .join(', ')
const isMissed = Object.keys(correctedSums)
  .map((name) => `kept.${name} < 0 and gone.${name} > 0`)
  .join(' or ')

/**
 * Returns a correction from which the removed facts (a table with them, of one source) were taken away, so that a sum of its source
 * is below zero; null if there is none. A sum that was below zero before does not count where the removal has not lowered it.
 * `theirs`: a condition that holds for all facts of their advertisers.
 */
export async function uncoveredCorrection(client: Queries, removed: string, theirs: string): Promise<Reason | null> {
  const { rows } = await client.query(`with kept as materialized (
      select ${key}, ${sums}, max(delivery_file_id) filter (where least(${deliveryFigureNames.join(', ')}) < 0) as file
      from delivery_facts
      where ${theirs} and (day, campaign_id) in (select day, campaign_id from ${removed}) and delivery_file_id in (select id from delivery_files
        where source in (select source from delivery_files where id in (select delivery_file_id from ${removed})))
      group by ${key} having least(${Object.values(correctedSums).join(', ')}) < 0
    ), gone as materialized (
      select ${key}, ${sums} from ${removed} where (day, campaign_id) in (select day, campaign_id from kept) group by ${key}
    )
    select kept.file, kept.day::text, (select name from campaigns where campaigns.id = kept.campaign_id) as campaign
    from kept join gone on kept.day = gone.day and kept.campaign_id = gone.campaign_id
      and (kept.hour, kept.ad_id, kept.creative_id, kept.frame_id, kept.device, kept.prefecture)
        is not distinct from (gone.hour, gone.ad_id, gone.creative_id, gone.frame_id, gone.device, gone.prefecture)
    where ${isMissed} order by kept.day, kept.campaign_id limit 1`)
  const [correction] = rows
  return correction
    ? reason('correction_uncovered', {
        file: Number(correction['file']),
        day: String(correction['day']),
        value: String(correction['campaign']),
      })
    : null
}
