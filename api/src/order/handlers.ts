import { required } from '@adsite/contract'
import { authorOf } from '../call/author.ts'
import type { Handlers } from '../call/handler.ts'
import { RequestError } from '../error/request-error.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'
import { presentRecords } from '../resource/read/present.ts'
import { createRecord } from '../resource/write/write.ts'
import { storedAd } from '../stored-ad/stored-ad.ts'
import { orderMapping } from './mapping.ts'

export const orderHandlers = resourceHandlers('order', orderMapping, {
  async create(call) {
    const { ad_version, ...values } = call.body
    const author = authorOf(call)
    const id = await call.db.transaction(async (transaction) => {
      const created = await createRecord(transaction, author, orderMapping, values)
      if (ad_version === undefined) return created
      // The new order refers to the ad, which nobody edits until the transaction ends.
      const ad = await findOrRefuse(transaction, author, storedAd, values.ad_id)
      if (ad.version === ad_version) return created
      const [current] = await presentRecords(transaction, author, storedAd, [ad])
      throw new RequestError('conflict', { current: required(current, 'the ad that was presented') })
    })
    return { data: { id } }
  },
} satisfies Partial<Handlers['order']>)
