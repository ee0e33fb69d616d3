import { creative, creativeLacks, validateCreativeText, editableCreativeStates, reviewedFields, type Text } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { creatives } from '../db/schema.ts'
import { belowAdvertiserScope } from '../db/scope.ts'
import { creativeEvents } from '../notification/events.ts'
import {
  defineMapping,
  type Done,
  type FieldChanges,
  type Guard,
  type ResourceMapping,
  type StoredRecord,
} from '../resource/mapping/resource-mapping.ts'
import { adsChanged } from '../serving/settle-changed-campaigns.ts'
import { followReview } from './revisions.ts'
import { materialsOfEach, rulesById, rulesOf } from './rules.ts'

type Creative = StoredRecord<typeof creative>

// Columns are qualified, because Drizzle omits table names when a query selects from one table and `id` would be the
// material's.
const materials = sql`from creative_materials where creative_materials.advertiser_account_id = creatives.advertiser_account_id
  and creative_materials.creative_id = creatives.id and creative_materials.removed_at is null`

/** Returns why a creative cannot be edited, or null. */
export function editingError({ status }: Pick<Creative, 'status'>): Text | null {
  if (editableCreativeStates.includes(status)) return null
  return status === 'APPLIED'
    ? { ja: '審査中は編集できません。審査の結果をお待ちください。', en: 'It is under review. Wait for the result before editing.' }
    : {
        ja: '掲載停止になったクリエイティブは編集できません。新しいクリエイティブを登録してください。',
        en: 'A creative that was stopped cannot be edited. Create a new one.',
      }
}

const reviewed: ReadonlySet<string> = new Set(reviewedFields)

/**
 * Editing a reviewed creative starts a new revision, and what is shown stays unchanged (spec/domain "Creative").
 * Names are not reviewed.
 */
function alongWith(
  _: Database,
  { status, revision }: Creative,
  done: Done<typeof creative>,
  changed: readonly string[],
): FieldChanges<typeof creative> {
  if (done === 'apply') return { applied_at: new Date().toISOString() }
  if (done === 'approve') return { serving_revision: revision }
  if (done === 'post_reject') return { serving_revision: null }
  // A withdrawn revision stays in the history; the next submission gets a new number.
  if (done === 'withdraw') return { revision: revision + 1 }
  const wasReviewed = status === 'APPROVED' || status === 'REJECTED'
  return wasReviewed && (done === 'material' || (done === 'update' && changed.some((field) => reviewed.has(field))))
    ? { status: 'DRAFT', revision: revision + 1 }
    : {}
}

const isComplete: Guard<typeof creative> = async (db, _, records) => {
  const formats = records.flatMap(({ format_id }) => format_id ?? [])
  const ids = records.map(({ id }) => id)
  const [rules, materialsOf] = [await rulesById(db, formats), await materialsOfEach(db, ids)]
  return {
    of(record) {
      const lacks = creativeLacks(rules.get(record.format_id ?? 0) ?? null, record, materialsOf.get(record.id) ?? [])
      if (lacks.length === 0) return null
      return { ja: lacks.map(({ ja }) => ja).join(''), en: lacks.map(({ en }) => en).join(' ') }
    },
  }
}

const guards: ResourceMapping<typeof creative>['guards'] = {
  update: async () => ({ of: editingError }),
  apply: isComplete,
  post_reject: async () => ({
    of: ({ serving_revision }) =>
      serving_revision === null ? { ja: '掲載中のバージョンがありません。', en: 'No revision of it is being shown.' } : null,
  }),
}

export const creativeMapping = defineMapping({
  resource: creative,
  table: creatives,
  scope: (caller) => belowAdvertiserScope(caller, creatives.advertiser_account_id),
  derived: { material_count: sql`(select count(*) ${materials})`, image_id: sql`(select min(creative_materials.id) ${materials})` },
  insertDefaults: ({ creative_group_id }) => ({
    advertiser_account_id: sql`(select g.advertiser_account_id from creative_groups g where g.id = ${creative_group_id})`,
  }),
  async validate(db, _, record) {
    const rules = await rulesOf(db, record.format_id)
    return rules ? validateCreativeText(rules, record) : {}
  },
  derivedChanges: alongWith,
  async afterWrite(transaction, author, record, done, before) {
    await followReview(transaction, author, record, done, before)
    const groups = [record.creative_group_id, before?.creative_group_id ?? null]
    await adsChanged(transaction, sql`ads.creative_group_id = any(${sql.param(groups)}::bigint[]) and ads.end_at > now()`)
  },
  events: creativeEvents,
  guards,
})
