import { isKeyOf, type LabelGrouping, type ReportFilter, type ReportGrouping } from '@adsite/contract'
import { inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Caller } from '../db/scope.ts'
import { labelLinks } from '../db/label-links.ts'

/** What a report by labels sums before it asks for the labels, and where those are. */
export const labelDimensions = {
  campaign_label: { of: 'campaign', links: labelLinks.campaign },
  ad_label: { of: 'ad', links: labelLinks.ad },
} as const satisfies Record<LabelGrouping, object>

/** Filters by labels. */
export const labelFilters = {
  campaign_label_id: 'campaign_label',
  ad_label_id: 'ad_label',
} as const satisfies Partial<Record<ReportFilter, LabelGrouping>>

export const isLabelGrouping = (grouping: ReportGrouping | undefined): grouping is LabelGrouping =>
  grouping !== undefined && isKeyOf(labelDimensions, grouping)

/** The dimension whose keys are summed: of a report by labels, the records that have them. */
export const summedDimension = (grouping: ReportGrouping): Exclude<ReportGrouping, LabelGrouping> =>
  isLabelGrouping(grouping) ? labelDimensions[grouping].of : grouping

/** The labels of keys in `keys`: one row per label of each, and one without a label where there is none. */
export function labelsOfKeys(grouping: LabelGrouping, caller: Caller): SQL {
  const { table, own, other, seenBy } = labelDimensions[grouping].links
  return sql`keys left join lateral (select ${other} as label from ${table} where ${own} = keys.key and ${seenBy(caller)}) as labelled on true`
}

/** The condition that a record has any of these labels of the caller's account. */
export function withAnyLabel(grouping: LabelGrouping, key: SQLWrapper, ids: readonly number[], caller: Caller): SQL {
  const { table, own, other, seenBy } = labelDimensions[grouping].links
  return sql`${key} in (select ${own} from ${table} where ${inArray(other, [...ids])} and ${seenBy(caller)})`
}
