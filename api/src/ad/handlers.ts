import type { Handlers } from '../call/handler.ts'
import { labelRecords } from '../label/label-records.ts'
import { labelLinks } from '../db/label-links.ts'
import { orderFigures } from '../order/order-figures.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'
import { adDelivery } from './delivery.ts'
import { adMapping } from './mapping.ts'
import { adServing } from '../serving/why-not-serving.ts'

export const adHandlers = resourceHandlers('ad', adMapping, {
  labels: (call) => labelRecords(call, adMapping, labelLinks.ad),
  async serving({ db, session, id }) {
    await findOrRefuse(db, session, adMapping, id)
    return { data: await adServing(db, id) }
  },
  async delivery({ db, session, id }) {
    await findOrRefuse(db, session, adMapping, id)
    return { data: await adDelivery(db, session, id) }
  },
  async orderFigures({ db, session, id }) {
    await findOrRefuse(db, session, adMapping, id)
    return { data: await orderFigures(db, session, id) }
  },
} satisfies Partial<Handlers['ad']>)
