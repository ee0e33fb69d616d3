import { authorOf } from '../call/author.ts'
import type { Handlers } from '../call/handler.ts'
import { adArticles } from '../db/schema.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { createRecord } from '../resource/write/write.ts'
import { takenOver } from '../ad-whitelist/take-over.ts'
import { adArticleMapping } from './mapping.ts'

export const adArticleHandlers = resourceHandlers('ad_article', adArticleMapping, {
  async create(call) {
    const author = authorOf(call)
    const taken = await takenOver(call.db, author, adArticleMapping, adArticles, call.body)
    return { data: { id: taken ?? (await createRecord(call.db, author, adArticleMapping, call.body)) } }
  },
} satisfies Partial<Handlers['ad_article']>)
