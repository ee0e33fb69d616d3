import { campaignBlockers } from '../serving/why-not-serving.ts'
import { authorOf } from '../call/author.ts'
import type { Handlers, RecordCall } from '../call/handler.ts'
import { labelRecords } from '../label/label-records.ts'
import { labelLinks } from '../db/label-links.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'
import { campaignDelivery } from './delivery.ts'
import { duplicateCampaign } from './duplicate-campaign.ts'
import { errorsOf, nextAd } from './next-ad.ts'
import { campaignMapping } from './mapping.ts'

async function found({ db, session, id }: Pick<RecordCall, 'db' | 'session' | 'id'>) {
  const row = await findOrRefuse(db, session, campaignMapping, id)
  return row
}

export const campaignHandlers = resourceHandlers('campaign', campaignMapping, {
  labels: (call) => labelRecords(call, campaignMapping, labelLinks.campaign),
  async duplicate(call) {
    const id = await duplicateCampaign(call.db, authorOf(call), call.id, call.body)
    return { data: { id, errors: await errorsOf(call.db, id, call.locale) } }
  },
  async serving(call) {
    const { serving_status } = await found(call)
    return { data: { status: serving_status, ...(await campaignBlockers(call.db, call.id)) } }
  },
  async delivery(call) {
    await found(call)
    return { data: await campaignDelivery(call.db, call.session, call.id) }
  },
  async nextAd(call) {
    const { name } = await found(call)
    return { data: await nextAd(call.db, call.session, { id: call.id, name: name }, call.locale) }
  },
} satisfies Partial<Handlers['campaign']>)
