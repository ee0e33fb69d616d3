import type { Handlers } from '../call/handler.ts'
import { creditRoom } from '../order/credit-room.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'
import { companyMapping } from './mapping.ts'

export const companyHandlers = resourceHandlers('company', companyMapping, {
  async creditRoom({ db, session, id }) {
    await findOrRefuse(db, session, companyMapping, id)
    return { data: await creditRoom(db, id) }
  },
} satisfies Partial<Handlers['company']>)
