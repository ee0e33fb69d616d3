import { createHash } from 'node:crypto'
import { materialError, required, type creative, type CreativeRules, type Material } from '@adsite/contract'
import { and, eq } from 'drizzle-orm'
import { logChanges } from '../audit/log-changes.ts'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import { creativeMaterials } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import type { StoredRecord } from '../resource/mapping/resource-mapping.ts'
import { editRecord, type Plan } from '../resource/write/write.ts'
import { safeFileName } from '../upload/file-name.ts'
import { fileRefusal, type SafeImage } from '../upload/safe-image.ts'
import type { Storage } from '../upload/storage.ts'
import { isHandedIn } from './revisions.ts'
import { materialsOf, rulesOf, shownMaterial } from './rules.ts'
import { creativeMapping, editingError } from './mapping.ts'

type Creative = StoredRecord<typeof creative>

export function checkEditable(record: Creative): void {
  const fault = editingError(record)
  if (fault) throw new RequestError('action_blocked', { message: fault })
}

/** Changes the materials of a creative in one transaction and records their number in its history. */
async function changeMaterials(
  db: Database,
  author: Author,
  id: number,
  change: (transaction: Database, record: Creative) => Promise<void>,
): Promise<void> {
  async function plan(transaction: Database, record: Creative): Promise<Plan<typeof creative>> {
    checkEditable(record)
    await change(transaction, record)
    const count = (await materialsOf(transaction, id)).length
    return { values: {}, noted: [{ field: 'material_count', before: record.material_count, after: count }] }
  }
  await editRecord(db, author, creativeMapping, { id, version: undefined }, plan, 'material')
}

type Measured = Omit<Material, 'id' | 'name' | 'sha256'>

export function checkRules(rules: CreativeRules, material: Measured): void {
  const fault = materialError(rules, material)
  if (fault) throw new RequestError('validation_failed', { errors: { file: [fault] } })
}

async function checkMaterial(transaction: Database, record: Creative, material: Measured): Promise<void> {
  const rules = await rulesOf(transaction, record.format_id)
  if (!rules) throw fileRefusal('material_format')
  checkRules(rules, material)
  const { width, height } = material
  const others = await materialsOf(transaction, record.id)
  if (others.some((other) => other.width === width && other.height === height))
    throw fileRefusal('material_twice', String(width), String(height))
}

interface Adding {
  readonly creativeId: number
  /** File name as given by the sender. */
  readonly givenName: string
  readonly image: SafeImage
}

/** Stores a material and its row; nothing is left behind if that fails. */
export async function addMaterial(
  db: Database,
  storage: Storage,
  author: Author,
  { creativeId, givenName, image }: Adding,
): Promise<Material> {
  const { content, content_type, width, height } = image
  const values = {
    name: safeFileName(givenName, content_type),
    content_type,
    width,
    height,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }
  const storage_name = await storage.put(content)
  try {
    let added: Material | undefined
    await changeMaterials(db, author, creativeId, async (transaction, record) => {
      await checkMaterial(transaction, record, values)
      const row = { ...values, creative_id: creativeId, advertiser_account_id: record.advertiser_account_id }
      const [{ id } = { id: 0 }] = await transaction
        .insert(creativeMaterials)
        .values({ ...row, storage_name, created_by: author.user_id })
        .returning({ id: creativeMaterials.id })
      added = { id, ...values }
      await logChanges(transaction, author, 'creative_material', id, 'create', [{ field: null, before: null, after: row }])
    })
    return required(added, 'the material that was just added')
  } catch (error) {
    await storage.remove(storage_name)
    throw error
  }
}

/** Removes a material from the draft. If a submitted revision uses it, the file is kept. */
export async function removeMaterial(
  db: Database,
  storage: Storage,
  author: Author,
  creativeId: number,
  materialId: number,
): Promise<void> {
  let unused: string | undefined
  await changeMaterials(db, author, creativeId, async (transaction, record) => {
    const found = (await materialsOf(transaction, creativeId)).find(({ id }) => id === materialId)
    if (!found) throw new RequestError('not_found')
    const own = and(eq(creativeMaterials.creative_id, creativeId), eq(creativeMaterials.id, materialId))
    if (await isHandedIn(transaction, record, materialId))
      await transaction.update(creativeMaterials).set({ removed_at: new Date() }).where(own)
    else {
      await transaction.delete(creativeMaterials).where(own)
      unused = found.storage_name
    }
    const before = { ...shownMaterial(found), creative_id: creativeId }
    await logChanges(transaction, author, 'creative_material', materialId, 'delete', [{ field: null, before, after: null }])
  })
  // Done last, so that a failure never leaves a row without content.
  if (unused !== undefined) await storage.remove(unused)
}
