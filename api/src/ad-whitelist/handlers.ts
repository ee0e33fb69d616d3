import { authorOf } from '../call/author.ts'
import type { Handlers } from '../call/handler.ts'
import { adWhitelist } from '../db/schema.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { createRecord } from '../resource/write/write.ts'
import { takenOver } from './take-over.ts'
import { adWhitelistMapping } from './mapping.ts'

export const adWhitelistHandlers = resourceHandlers('ad_whitelist', adWhitelistMapping, {
  async create(call) {
    const author = authorOf(call)
    const taken = await takenOver(call.db, author, adWhitelistMapping, adWhitelist, call.body)
    return { data: { id: taken ?? (await createRecord(call.db, author, adWhitelistMapping, call.body)) } }
  },
} satisfies Partial<Handlers['ad_whitelist']>)
