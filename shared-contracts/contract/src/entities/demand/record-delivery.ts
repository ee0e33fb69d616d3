import * as v from 'valibot'
import { defineEndpoint } from '../../endpoint/endpoint.ts'
import { checks } from '../../field/checks.ts'
import { paceSchema } from './pace.ts'
import { billingTypes } from './product.ts'

/** Number of days that the page of a campaign or an ad shows one by one. */
export const recordDays = 14
/** Number of latest changes that it shows beside them. */
export const recordChanges = 20

/** Delivery of a record up to `through` (JST, included): counts as numbers, amounts as decimal strings; null means unknown. */
const delivered = {
  imps: v.nullable(v.number()),
  clicks: v.nullable(v.number()),
  conversions: v.nullable(v.number()),
  gross: v.string(),
}

/** The ordered quantity and how much of it was delivered; null means unknown. */
const purchase = {
  billing: v.picklist(billingTypes.keys),
  bought: v.number(),
  delivered: v.nullable(v.number()),
}

const entries = {
  /** The last day with known delivery, at most yesterday; null if the site has no delivery at all. */
  through: v.nullable(v.string()),
  totals: v.object({ ...delivered, cpa: v.nullable(v.string()) }),
  /** The last `recordDays` days up to `through`, including days without delivery. */
  days: v.array(v.object({ day: v.string(), ...delivered })),
  /** Changes on these days, newest first: of the record and, for a campaign, of its ads. */
  changes: v.array(
    v.object({
      day: v.string(),
      at: v.string(),
      entity: v.picklist(['campaign', 'ad']),
      id: checks.id,
      name: v.string(),
      action: v.picklist(['create', 'update', 'delete']),
      /** Names of the changed fields that the caller receives; empty for a creation. */
      fields: v.array(v.string()),
    }),
  ),
}

export const campaignDeliveryEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/campaign/{id}/delivery',
  label: { ja: 'キャンペーンの配信実績の表示', en: 'View delivery of a campaign' },
  kind: 'get',
  permission: 'report.demand',
  summary: 'What a campaign has delivered, its pace against the lifetime budget and the forecast at its end (whole yen)',
  response: v.object({
    data: v.object({
      ...entries,
      pace: v.nullable(paceSchema),
      /** Quantities of ads with an approved order, by billing type; without tenancies, which are bought by the day. */
      purchases: v.array(v.object(purchase)),
    }),
  }),
  success: 200,
})

export const adDeliveryEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/ad/{id}/delivery',
  label: { ja: '広告の配信実績の表示', en: 'View delivery of an ad' },
  kind: 'get',
  permission: 'report.demand',
  summary: 'What an ad has delivered of its quantity and its budget, with the pace of each (units, whole yen)',
  response: v.object({
    data: v.object({
      ...entries,
      /** Compared with the budget. Null until the ad's order is approved, as below, because nothing is delivered before that. */
      pace: v.nullable(paceSchema),
      /** Null without an approved order, and for tenancies. */
      purchase: v.nullable(v.object({ ...purchase, pace: v.nullable(paceSchema) })),
    }),
  }),
  success: 200,
})
