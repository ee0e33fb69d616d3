import type { Handlers } from '../call/handler.ts'
import { Refusal } from '../refusal/refusal.ts'
import { creditRoom } from '../order/credit-room.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { findRow } from '../resource/write/write.ts'
import { companyTable } from './table.ts'

export const companyHandlers = resourceHandlers('company', companyTable, {
  async creditRoom({ db, session, id }) {
    if (!(await findRow(db, session, companyTable, id))) throw new Refusal('not_found')
    return { data: await creditRoom(db, id) }
  },
} satisfies Partial<Handlers['company']>)
