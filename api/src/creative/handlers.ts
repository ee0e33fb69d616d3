import { materialTypes, materialUploadBytes, message, type creative, type CreativeRules, isKeyOf, may } from '@adsite/contract'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { creativeGroups, orders } from '../db/schema.ts'
import { authorOf } from '../call/author.ts'
import type { Handlers, Session } from '../call/handler.ts'
import { pathId } from '../call/path-id.ts'
import { readBytes } from '../call/read-body.ts'
import { RequestError } from '../error/request-error.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import type { FieldChanges, StoredRecord } from '../resource/mapping/resource-mapping.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'
import { editRecord, jsonOf } from '../resource/write/write.ts'
import { downloadOf } from '../upload/download.ts'
import { fileRefusal, safeImage } from '../upload/safe-image.ts'
import { addMaterial, checkEditable, checkRules, removeMaterial } from './materials.ts'
import { emptyPreview, previewPage, previewPolicy, type Previewed } from './preview.ts'
import { revisionContent, revisionsOf } from './revisions.ts'
import { formatsInUse, materialsById, materialsOf, rulesOf, shownMaterial } from './rules.ts'
import { creativeMapping } from './mapping.ts'

type Creative = StoredRecord<typeof creative>

async function recordOf(db: Database, session: Session, id: number): Promise<Creative> {
  const row = await findOrRefuse(db, session, creativeMapping, id)
  return { ...jsonOf(creativeMapping, row), id }
}

async function uploadedImage(request: Request, rules: CreativeRules | null) {
  if (!rules) throw fileRefusal('material_format')
  const bytes = await readBytes(request, materialUploadBytes)
  const { fileTypeFromBuffer } = await import('file-type')
  // The type is detected from the bytes, never taken from the name or the declared type (spec/quality "Uploads").
  const type = bytes.length > 0 ? (await fileTypeFromBuffer(bytes))?.mime : undefined
  if (type === undefined || !isKeyOf(materialTypes, type)) throw fileRefusal('image_type')
  // Re-encoding may shrink the image, so the size limit applies to the stored bytes.
  return safeImage(type, bytes, (size) => checkRules(rules, { content_type: type, ...size, size: 0 }))
}

async function previewedOf(db: Database, record: Creative, revision: string | undefined): Promise<Previewed> {
  const { id } = record
  if (revision === undefined) {
    return { rules: await rulesOf(db, record.format_id), values: record, materials: await materialsOf(db, id) }
  }
  const content = await revisionContent(db, record, Number(revision))
  if (!content) throw new RequestError('not_found')
  const materials = await materialsById(db, id, content.materials)
  return { rules: await rulesOf(db, content.format_id), values: content, materials }
}

/** A creative can move only between groups of its advertiser. */
async function checkGroup(db: Database, { advertiser_account_id }: Creative, group: number): Promise<void> {
  const { id, advertiser_account_id: owner, deleted_at } = creativeGroups
  const there = await db.$count(creativeGroups, and(eq(id, group), eq(owner, advertiser_account_id), isNull(deleted_at)))
  if (there === 0) throw new RequestError('validation_failed', { errors: { creative_group_id: [message('group_of_other')] } })
}

/** Tells whether an ad with an approved or pending order uses this group. */
async function isOrdered(db: Database, { advertiser_account_id }: Creative, group: number): Promise<boolean> {
  const ofGroup = and(eq(orders.advertiser_account_id, advertiser_account_id), eq(orders.creative_group_id, group))
  const binding = and(
    ofGroup,
    inArray(orders.status, ['PENDING_APPROVAL', 'APPROVED']),
    gt(orders.end_at, sql`now()`),
    isNull(orders.deleted_at),
  )
  return (await db.$count(orders, binding)) > 0
}

/**
 * An approval covers the ads that used the creative at that time. A creative that moves to the group of an
 * ordered ad is reviewed again before it is shown.
 */
async function afterMove(db: Database, record: Creative, group: number | undefined): Promise<FieldChanges<typeof creative>> {
  if (group === undefined || group === record.creative_group_id || !(await isOrdered(db, record, group))) return {}
  const again = record.status === 'APPROVED' ? { status: 'DRAFT', revision: record.revision + 1 } : {}
  return { ...again, serving_revision: null }
}

export const creativeHandlers = resourceHandlers('creative', creativeMapping, {
  async settings(call) {
    const { version, ...values } = call.body
    const author = authorOf(call)
    await editRecord(
      call.db,
      author,
      creativeMapping,
      { id: call.id, version },
      async (transaction, record) => {
        if (values.creative_group_id !== undefined) await checkGroup(transaction, record, values.creative_group_id)
        const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
        return { values: { ...given, ...(await afterMove(transaction, record, values.creative_group_id)) } }
      },
      'settings',
    )
  },

  async revisions({ db, session, id }) {
    return { data: await revisionsOf(db, await recordOf(db, session, id)) }
  },

  async preview({ db, session, id, query, storage, locale }) {
    const previewed = await previewedOf(db, await recordOf(db, session, id), query.revision)
    const page = await previewPage(storage, previewed, {
      device: query.device ?? 'desktop',
      locale: query.locale ?? locale,
      empty: emptyPreview[may(session.role, 'creative.update') ? 'editor' : 'reader'],
    })
    return new Response(page, {
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': previewPolicy },
    })
  },

  async formats({ db }) {
    return { data: await formatsInUse(db) }
  },

  async materials({ db, session, id }) {
    const { format_id } = await recordOf(db, session, id)
    const [rules, data] = await Promise.all([rulesOf(db, format_id), materialsOf(db, id)])
    return { data: data.map(shownMaterial), rules }
  },

  async upload(call) {
    const { db, session, id, query, request, storage } = call
    // Checked before the file is read and processed.
    const record = await recordOf(db, session, id)
    checkEditable(record)
    const image = await uploadedImage(request, await rulesOf(db, record.format_id))
    return { data: await addMaterial(db, storage, authorOf(call), { creativeId: id, givenName: query.name, image }) }
  },

  async material({ db, session, id, params, storage, log }) {
    await recordOf(db, session, id)
    const [found] = await materialsById(db, id, [pathId(params.material_id)])
    if (!found) throw new RequestError('not_found')
    return await downloadOf(storage, found, log)
  },

  async removeMaterial(call) {
    await removeMaterial(call.db, call.storage, authorOf(call), call.id, pathId(call.params.material_id))
  },
} satisfies Partial<Handlers['creative']>)
