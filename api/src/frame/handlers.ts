import type { Handlers } from '../call/handler.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { chooseFrames } from './choose-frames.ts'
import { frameMapping } from './mapping.ts'

export const frameHandlers = resourceHandlers('frame', frameMapping, {
  choose: ({ db, session, query }) => chooseFrames(db, session, query),
} satisfies Partial<Handlers['frame']>)
