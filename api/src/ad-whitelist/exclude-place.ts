import { adWhitelist as resource, isOfOtherSide, required } from '@adsite/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { logChanges } from '../audit/log-changes.ts'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import { adWhitelist } from '../db/schema.ts'
import { logPlace } from './log-place.ts'
import { takeOver } from './take-over.ts'

type Place = {
  readonly advertiser_account_id: number
  readonly publisher_group_id: number
  readonly ad_id: number
  readonly medium_id: number
}

/**
 * Excludes a medium for an ad on behalf of the media side, whether it was on the whitelist, already excluded, or neither. What the
 * advertiser's side has excluded, too, is the administrator's from then on: neither side may lift the exclusion of the other.
 */
export async function excludePlace(transaction: Database, author: Author, place: Place): Promise<void> {
  const { advertiser_account_id, ad_id, medium_id } = place
  const ofPlace = and(
    eq(adWhitelist.advertiser_account_id, advertiser_account_id),
    eq(adWhitelist.ad_id, ad_id),
    eq(adWhitelist.medium_id, medium_id),
    isNull(adWhitelist.deleted_at),
  )
  const by = { updated_by: author.user_id, status: 'EXCLUDED' }
  const [known] = await transaction.select().from(adWhitelist).where(ofPlace).for('update')
  if (known) {
    if (known.status === 'EXCLUDED') {
      if (isOfOtherSide('SUPPLY', known.excluded_by)) await takeOver(transaction, author, resource, adWhitelist, known)
      return
    }
    await transaction
      .update(adWhitelist)
      .set({ ...by, excluded_by: 'SUPPLY', version: sql`${adWhitelist.version} + 1`, updated_at: sql`now()` })
      .where(eq(adWhitelist.id, known.id))
    await logChanges(transaction, author, 'ad_whitelist', known.id, 'update', [
      { field: 'status', before: known.status, after: 'EXCLUDED' },
    ])
    await logPlace(transaction, author, place, 'exclusion', true)
    return
  }
  const [made] = await transaction
    .insert(adWhitelist)
    .values({ ...place, ...by, excluded_by: 'SUPPLY', is_named: false, created_by: author.user_id })
    .returning({ id: adWhitelist.id })
  await logChanges(transaction, author, 'ad_whitelist', required(made, 'made').id, 'create', [
    { field: null, before: null, after: { ad_id, medium_id, status: 'EXCLUDED' } },
  ])
  await logPlace(transaction, author, place, 'exclusion', true)
}
