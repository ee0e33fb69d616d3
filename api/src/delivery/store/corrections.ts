import { deliveryFigureNames, required } from '@adsite/contract'
import type { PoolClient } from 'pg'
import type { DeliveryLine } from '../parse/delivery-line.ts'
import type { ResolvedNames } from '../resolve/line-resolver.ts'
import type { GoodRow } from '../parse/read-rows.ts'
import { reason, type Reason } from '../error/delivery-error.ts'
import { correctedSums } from '../roll-up/uncovered-correction.ts'

/** A line with a negative figure: it subtracts from what was delivered, and never more than that. */
export interface Correction {
  readonly row: GoodRow
  readonly line: DeliveryLine
  readonly ids: ResolvedNames
}

/** Most corrections in one file, because they wait in memory for the lines that they correct. */
export const mostCorrections = 50_000

/** The value in millionths. */
function units(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  return (decimal.startsWith('-') ? -1n : 1n) * BigInt(`${whole}${fraction.padEnd(6, '0')}`)
}

const keyOf = ({ line, ids }: Correction) =>
  JSON.stringify([line.day, line.hour, ids.campaign_id, ids.ad_id, ids.creative_id, ids.frame?.id ?? null, line.device, line.prefecture])

const costPlace = deliveryFigureNames.indexOf('media_cost')
const grossPlace = deliveryFigureNames.indexOf('gross')

/** What a correction adds to each of `correctedSums`. */
function changesOf({ line: { figures } }: Correction): bigint[] {
  const changes = deliveryFigureNames.map((_, at) => units(figures[at] ?? '0'))
  return [...changes, figures[costPlace] === null ? required(changes[grossPlace], 'the gross of a line') : 0n]
}

/**
 * Returns which corrections may not be stored, taking them in file order: those that would leave a figure of their key (day,
 * hour, campaign, ad, creative, frame, device, prefecture) below zero over the facts that `files` selects, and those without
 * the media cost where files have given it.
 */
export async function inadmissible(
  client: PoolClient,
  advertiserId: number,
  corrections: readonly Correction[],
  files: { readonly text: string; readonly values: readonly unknown[] },
): Promise<ReadonlyMap<Correction, Reason>> {
  const keys = [...new Map(corrections.map((correction) => [keyOf(correction), correction])).entries()]
  const column = (value: (of: Correction) => unknown) => keys.map(([, correction]) => value(correction))
  const { rows } = await client.query<Record<string, string> & { place: number; has_costs: boolean }>(
    `select k.place::int as place, coalesce(bool_or(not cost_by_share), false) as has_costs,
       ${Object.entries(correctedSums)
         .map(([name, sum]) => `${sum}::text as ${name}`)
         .join(', ')}
     from unnest($2::date[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::text[])
         with ordinality as k(day, hour, campaign_id, ad_id, creative_id, frame_id, device, prefecture, place)
       left join delivery_facts f on f.advertiser_account_id = $1 and f.day = k.day and f.campaign_id = k.campaign_id
         and (f.hour, f.ad_id, f.creative_id, f.frame_id, f.device, f.prefecture)
           is not distinct from (k.hour, k.ad_id, k.creative_id, k.frame_id, k.device, k.prefecture)
         and ${files.text}
     group by 1`,
    [
      advertiserId,
      column(({ line }) => line.day),
      column(({ line }) => line.hour),
      column(({ ids }) => ids.campaign_id),
      column(({ ids }) => ids.ad_id),
      column(({ ids }) => ids.creative_id),
      column(({ ids }) => ids.frame?.id ?? null),
      column(({ line }) => line.device),
      column(({ line }) => line.prefecture),
      ...files.values,
    ],
  )
  const found = rows.map((row) => ({ key: required(keys[row.place - 1], 'the key at an ordinal')[0], row }))
  const withCosts = new Set(found.flatMap(({ key, row }) => (row.has_costs ? [key] : [])))
  const left = new Map(found.map(({ key, row }) => [key, Object.keys(correctedSums).map((name) => units(required(row[name], name)))]))
  return new Map(
    corrections.flatMap((correction) => {
      const key = keyOf(correction)
      if (correction.line.figures[costPlace] === null && withCosts.has(key)) return [[correction, reason('correction_without_cost')]]
      const changes = changesOf(correction)
      const after = required(left.get(key), 'the sums of a key that was asked for').map(
        (sum, at) => sum + required(changes[at], 'a change'),
      )
      if (after.some((sum) => sum < 0n)) return [[correction, reason('correction_below_zero')]]
      left.set(key, after)
      return []
    }),
  )
}
