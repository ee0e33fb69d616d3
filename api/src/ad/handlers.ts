import type { Handlers } from '../http/handler.ts'
import { Refusal } from '../http/refusal.ts'
import { orderFigures } from '../order/figures.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { findRow } from '../resource/write.ts'
import { adTable } from './table.ts'
import { adServing } from './why-not-serving.ts'

export const adHandlers = resourceHandlers('ad', adTable, {
  async serving({ db, session, id }) {
    if (!(await findRow(db, session, adTable, id))) throw new Refusal('not_found')
    return { data: await adServing(db, id) }
  },
  async orderFigures({ db, session, id }) {
    if (!(await findRow(db, session, adTable, id))) throw new Refusal('not_found')
    return { data: await orderFigures(db, session, id) }
  },
} satisfies Partial<Handlers['ad']>)
