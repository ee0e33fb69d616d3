import * as v from 'valibot'
import { defineEndpoint, type EndpointResponse } from '../../endpoint/endpoint.ts'
import { checks } from '../../field/checks.ts'

/** An ad that holds part of a company's credit; the amount is the larger of its approved and its current budget. */
const holder = v.object({
  id: checks.id,
  name: v.string(),
  account: v.string(),
  amount: v.string(),
  /** Earlier approved ads have priority within the limit; this ad exceeds it in whole or in part. */
  above: v.boolean(),
})
export type CreditHolder = v.InferOutput<typeof holder>

/** Credit used by the open orders of all accounts of a company, in yen; `left` is negative if they exceed the limit. */
const room = { credit_limit: v.string(), used: v.string(), left: v.string() }

/** Maximum number of holders in a response: those above the limit first, then the largest. */
export const namedHolders = 50

const holders = {
  ad_count: v.number(),
  above_count: v.number(),
  ads: v.array(holder),
}

export const creditRoomEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/company/{id}/credit_room',
  label: { ja: '企業の与信枠の利用状況の表示', en: 'View how a credit limit is used' },
  kind: 'get',
  permission: 'company.read',
  summary: `How much of a company’s credit limit its ads hold, and which ads do, at most ${namedHolders} of them`,
  response: v.object({ data: v.object({ ...room, ...holders }) }),
  success: 200,
})
export type CreditRoom = EndpointResponse<typeof creditRoomEndpoint>['data']

export const orderFiguresEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/ad/{id}/order_figures',
  label: { ja: '申込内容の金額と与信の表示', en: 'View what an order commits' },
  kind: 'get',
  permission: 'order.submit',
  summary: 'What ordering an ad, or approving what waits for approval of it, decides about: its amount, the credit and the creatives',
  response: v.object({
    data: v.object({
      amount: v.string(),
      /** `used` by other ads; `left` after deducting this ad's amount. */
      ...room,
      /** Creatives of the ordered group, or of the group to be ordered; `serving`: approved and not paused. */
      creatives: v.object({ total: v.number(), serving: v.number(), waiting: v.number() }),
      /**
       * Approving the order pauses the ad, because the advertiser may not start ads now (spec/domain "Credit"). Absent in older
       * answers.
       */
      pauses: v.optional(v.boolean()),
      /** Why it cannot be ordered or approved at this moment, as a coded message; null: it can. Absent in older answers. */
      refused: v.optional(v.nullable(v.string())),
      /** The ads that hold the credit, for roles with `order.review`; empty for others. */
      ads: v.array(holder),
    }),
  }),
  success: 200,
})
export type OrderFigures = EndpointResponse<typeof orderFiguresEndpoint>['data']
