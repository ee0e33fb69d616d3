import { and, eq } from 'drizzle-orm'
import { emptyPreview, previewPage, previewPolicy, type Previewed } from '../creative/preview.ts'
import { revisionContent } from '../creative/revisions.ts'
import { materialsById, rulesOf } from '../creative/rules.ts'
import type { Database } from '../db/connect.ts'
import { advertisements, creatives } from '../db/schema.ts'
import type { Handlers, Session } from '../call/handler.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'
import { advertisementMapping } from './mapping.ts'

const nothing: Previewed = { rules: null, values: {}, materials: [] }

/** Reads what is served: the supply side sees approved revisions only, never drafts. */
async function servedOf(db: Database, session: Session, id: number): Promise<Previewed> {
  await findOrRefuse(db, session, advertisementMapping, id)
  const [creative] = await db
    .select({ id: creatives.id, advertiser_account_id: creatives.advertiser_account_id, revision: creatives.serving_revision })
    .from(advertisements)
    .innerJoin(
      creatives,
      and(eq(creatives.advertiser_account_id, advertisements.advertiser_account_id), eq(creatives.id, advertisements.creative_id)),
    )
    .where(eq(advertisements.id, id))
  if (!creative || creative.revision === null) return nothing
  const content = await revisionContent(db, creative, creative.revision)
  if (!content) return nothing
  return {
    rules: await rulesOf(db, content['format_id']),
    values: content,
    materials: await materialsById(db, creative.id, content.materials),
  }
}

export const advertisementHandlers = resourceHandlers('advertisement', advertisementMapping, {
  async preview({ db, session, id, query, storage, locale }) {
    const page = await previewPage(storage, await servedOf(db, session, id), {
      device: query.device ?? 'desktop',
      locale: query.locale ?? locale,
      empty: emptyPreview.supply,
    })
    return new Response(page, {
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': previewPolicy },
    })
  },
} satisfies Partial<Handlers['advertisement']>)
