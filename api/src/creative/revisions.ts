import { reviewedFields, type creative, type CreativeRevision } from '@adsite/contract'
import { and, desc, eq, max, sql } from 'drizzle-orm'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import { creativeRevisions, type RevisionContent } from '../db/schema.ts'
import type { Done, StoredRecord, WrittenRecord } from '../resource/mapping/resource-mapping.ts'
import { readUserNames } from '../resource/read/names.ts'
import { materialsById, materialsOf, rulesById, shownMaterial } from './rules.ts'

type Creative = StoredRecord<typeof creative>
type CreativeKey = Pick<Creative, 'id' | 'advertiser_account_id'>

const revisionLimit = 50
const { advertiser_account_id, creative_id, revision } = creativeRevisions

const ofCreative = (record: CreativeKey) => and(eq(advertiser_account_id, record.advertiser_account_id), eq(creative_id, record.id))

/** The fields of a creative that are under review. */
function reviewedOf(record: Creative): Pick<Creative, (typeof reviewedFields)[number]>
function reviewedOf(record: Creative): Partial<Creative> {
  return Object.fromEntries(reviewedFields.map((field) => [field, record[field]]))
}

async function handIn(transaction: Database, author: Author, record: Creative): Promise<void> {
  const materials = await materialsOf(transaction, record.id)
  const content = { ...reviewedOf(record), materials: materials.map(({ id }) => id) }
  const { id, advertiser_account_id, revision } = record
  await transaction
    .insert(creativeRevisions)
    .values({ advertiser_account_id, creative_id: id, revision, content, applied_by: author.user_id })
}

/** Records, in the transaction of an action, what was submitted and what was decided. */
export async function followReview(
  transaction: Database,
  author: Author,
  written: WrittenRecord<typeof creative>,
  done: Done<typeof creative>,
  before: Creative | null,
): Promise<void> {
  if (before === null) return
  const record = { ...before, ...written }
  if (done === 'apply') return handIn(transaction, author, record)
  const reviewed = { reviewed_by: author.user_id, reviewed_at: new Date() }
  const results = { approve: 'APPROVED', reject: 'REJECTED', withdraw: 'WITHDRAWN' } as const
  if (done === 'approve' || done === 'reject' || done === 'withdraw') {
    await transaction
      .update(creativeRevisions)
      .set({ ...reviewed, result: results[done] })
      .where(and(ofCreative(record), eq(revision, before.revision)))
  }
  if (done === 'post_reject') {
    // The revision that was shown is the last approved one.
    const approved = and(ofCreative(record), eq(creativeRevisions.result, 'APPROVED'))
    const shown = transaction
      .select({ revision: max(revision) })
      .from(creativeRevisions)
      .where(approved)
    await transaction
      .update(creativeRevisions)
      .set({ ...reviewed, result: 'POST_REJECTED' })
      .where(and(approved, eq(revision, shown)))
  }
}

/** Tells whether a material belongs to any submitted revision. */
export async function isHandedIn(db: Database, record: CreativeKey, materialId: number): Promise<boolean> {
  const holding = sql`${creativeRevisions.content} -> 'materials' @> ${JSON.stringify([materialId])}::jsonb`
  return (await db.$count(creativeRevisions, and(ofCreative(record), holding))) > 0
}

/** Reads the content of one submitted revision; undefined if it does not exist. */
export async function revisionContent(db: Database, record: CreativeKey, wanted: number): Promise<RevisionContent | undefined> {
  const [found] = await db
    .select({ content: creativeRevisions.content })
    .from(creativeRevisions)
    .where(and(ofCreative(record), eq(revision, wanted)))
  return found?.content
}

/** Lists the submitted revisions of a creative, newest first. */
export async function revisionsOf(db: Database, record: Creative): Promise<CreativeRevision[]> {
  const rows = await db.select().from(creativeRevisions).where(ofCreative(record)).orderBy(desc(revision)).limit(revisionLimit)
  const person = await readUserNames(
    db,
    rows.flatMap(({ applied_by, reviewed_by }) => [applied_by, reviewed_by]),
  )
  const ids = rows.flatMap(({ content }) => content.materials)
  const materials = new Map((await materialsById(db, record.id, ids)).map((material) => [material.id, material]))
  const rules = await rulesById(
    db,
    rows.flatMap(({ content }) => content.format_id ?? []),
  )
  return rows.map((row) => {
    const { materials: own, ...content } = row.content
    return {
      rules: rules.get(content.format_id ?? 0) ?? null,
      revision: row.revision,
      serving: row.revision === record.serving_revision,
      content,
      materials: own.flatMap((id) => materials.get(id) ?? []).map(shownMaterial),
      applied_by: person(row.applied_by),
      applied_at: row.applied_at.toISOString(),
      result: row.result,
      reviewed_by: person(row.reviewed_by),
      reviewed_at: row.reviewed_at?.toISOString() ?? null,
    }
  })
}
