import type { Handlers } from '../call/handler.ts'
import { attentionOf } from './attention.ts'
import { deliveryOf } from './delivery.ts'
import { pacesOf } from './pace.ts'
import { waitingFor } from './waiting.ts'

export const dashboardHandlers: Handlers['dashboard'] = {
  async delivery({ db, session, query }) {
    return { data: await deliveryOf(db, session, Number(query.days)) }
  },
  async waiting({ db, session }) {
    return waitingFor(db, session)
  },
  async attention({ db, session }) {
    return { data: await attentionOf(db, session) }
  },
  async pace({ db, session }) {
    return { data: await pacesOf(db, session) }
  },
}
