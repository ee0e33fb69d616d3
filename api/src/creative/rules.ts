import type { CreativeFormat, CreativeRules, Material } from '@adsite/contract'
import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { creativeMaterials, formats } from '../db/schema.ts'

const { kind, width, height, file_types, max_bytes, headline_max, description_max, principal_max, button_max } = formats
const rules = { kind, width, height, file_types, max_bytes, headline_max, description_max, principal_max, button_max }

/** Reads the rules of some formats, by id. */
export async function rulesById(db: Database, ids: readonly number[]): Promise<Map<number, CreativeRules>> {
  const rows = await db
    .select({ id: formats.id, ...rules })
    .from(formats)
    .where(inArray(formats.id, [...new Set(ids)]))
  return new Map(rows.map(({ id, ...own }) => [id, own]))
}

/** Reads the rules of a creative's format; null if it has none yet. */
export async function rulesOf(db: Database, formatId: unknown): Promise<CreativeRules | null> {
  if (typeof formatId !== 'number') return null
  return (await rulesById(db, [formatId])).get(formatId) ?? null
}

/** Lists the formats in use by name. */
export function formatsInUse(db: Database): Promise<CreativeFormat[]> {
  return db
    .select({ id: formats.id, name: formats.name, ...rules })
    .from(formats)
    .where(and(eq(formats.status, 'ACTIVE'), isNull(formats.deleted_at)))
    .orderBy(asc(formats.name), asc(formats.id))
}

export type StoredMaterial = Material & { readonly creative_id: number; readonly storage_name: string }

function materialsWhere(db: Database, condition: SQL | undefined): Promise<StoredMaterial[]> {
  const { id, creative_id, name, content_type, width, height, size, sha256, storage_name } = creativeMaterials
  return db
    .select({ id, creative_id, name, content_type, width, height, size, sha256, storage_name })
    .from(creativeMaterials)
    .where(condition)
    .orderBy(asc(id))
}

const inDraft = isNull(creativeMaterials.removed_at)

/** Lists the materials of a creative's draft. */
export function materialsOf(db: Database, creativeId: number): Promise<StoredMaterial[]> {
  return materialsWhere(db, and(eq(creativeMaterials.creative_id, creativeId), inDraft))
}

/** Lists the materials of the drafts of some creatives, by creative. */
export async function materialsOfEach(db: Database, creativeIds: readonly number[]): Promise<Map<number, StoredMaterial[]>> {
  const rows = await materialsWhere(db, and(inArray(creativeMaterials.creative_id, [...creativeIds]), inDraft))
  return Map.groupBy(rows, (row) => row.creative_id)
}

/** Reads materials of a creative by id, including those that only a revision uses. */
export async function materialsById(db: Database, creativeId: number, ids: readonly number[]): Promise<StoredMaterial[]> {
  if (ids.length === 0) return []
  return materialsWhere(db, and(eq(creativeMaterials.creative_id, creativeId), inArray(creativeMaterials.id, [...ids])))
}

/** The fields of a material that callers receive. */
export function shownMaterial({ id, name, content_type, width, height, size, sha256 }: StoredMaterial): Material {
  return { id, name, content_type, width, height, size, sha256 }
}
