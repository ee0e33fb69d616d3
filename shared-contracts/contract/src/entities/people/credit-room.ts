import * as v from 'valibot'
import { defineEndpoint, type EndpointResponse } from '../../endpoint/endpoint.ts'
import { checks } from '../../field/field.ts'

/** An ad that holds part of a company's credit: what it may spend, by what was approved or by what stands in its row, whichever is more. */
const holder = v.object({
  id: checks.id,
  name: v.string(),
  account: v.string(),
  amount: v.string(),
  /** Those that were approved first are inside the limit; this one is not, or not wholly. */
  above: v.boolean(),
})
export type CreditHolder = v.InferOutput<typeof holder>

/** What the open orders of all of a company's accounts take of its credit limit, in yen; `left` is negative where they exceed it. */
const room = { credit_limit: v.string(), used: v.string(), left: v.string() }

/** Holders that an answer names: those above the limit first, then the largest. */
export const namedHolders = 50

const holders = {
  ad_count: v.number(),
  above_count: v.number(),
  ads: v.array(holder),
}

export const creditRoomEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/company/{id}/credit_room',
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
  kind: 'get',
  permission: 'order.submit',
  summary: 'What ordering an ad, or approving what waits for approval of it, decides about: its amount, the credit and the creatives',
  response: v.object({
    data: v.object({
      amount: v.string(),
      /** `used` by other ads; `left` when this one has its amount. */
      ...room,
      /** Of the group that is or would be ordered; `serving`: approved and not paused. */
      creatives: v.object({ total: v.number(), serving: v.number(), waiting: v.number() }),
      /** Which ads hold the credit, for those who decide about it (`order.review`); nothing for others. */
      ads: v.array(holder),
    }),
  }),
  success: 200,
})
export type OrderFigures = EndpointResponse<typeof orderFiguresEndpoint>['data']
