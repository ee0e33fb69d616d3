import type { Handlers } from '../call/handler.ts'
import { Refusal } from '../refusal/refusal.ts'
import { orderFigures } from '../order/figures.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { findRow } from '../resource/write/write.ts'
import { adTable } from './table.ts'
import { adServing } from '../serving/why-not-serving.ts'

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
