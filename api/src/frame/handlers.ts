import type { Handlers } from '../call/handler.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { chooseFrames } from './choose.ts'
import { frameTable } from './table.ts'

export const frameHandlers = resourceHandlers('frame', frameTable, {
  choose: ({ db, session, query }) => chooseFrames(db, session, query),
} satisfies Partial<Handlers['frame']>)
