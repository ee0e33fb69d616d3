import { campaign, type CreateBody, type EndpointBody, type Endpoints, type Field, type FieldValues, type Text } from '@adsite/contract'
import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { Author } from '../call/author.ts'
import { requirePermission } from '../call/may-call.ts'
import { requestContext } from '../call/request-context.ts'
import { validated } from '../call/validate.ts'
import type { Database } from '../db/connect.ts'
import { adArticles, ads, adWhitelist } from '../db/schema.ts'
import { audited } from '../db/schema/common.ts'
import { isOnSale } from '../db/scope.ts'
import { RequestError } from '../error/request-error.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'
import { existingIds } from '../resource/search/targets.ts'
import { jsonOf, createRecord } from '../resource/write/write.ts'
import { campaignsChanged } from '../serving/settle-changed-campaigns.ts'
import { campaignMapping } from './mapping.ts'

type Wanted = EndpointBody<Endpoints['campaign']['duplicate']>

const endedAdvertiser: Text = {
  ja: '広告主のアカウントが終了しているため、複製できません。',
  en: 'The advertiser’s account has ended, so its campaigns cannot be copied.',
}

/** The fields of a campaign that a create call sets. */
function bodyOf(original: FieldValues<typeof campaign>): CreateBody<typeof campaign>
function bodyOf(original: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const written = Object.entries<Field>(campaign.fields).filter(([, { access }]) => access !== 'read')
  return Object.fromEntries(written.map(([name]) => [name, original[name]]))
}

/**
 * The accounts of a copy, which refers to them anew (decision 0022): it goes on without an agency or a rep that has ended, and
 * there is none without its advertiser.
 */
async function accountsOf(
  transaction: Database,
  author: Author,
  { advertiser_account_id, agency_account_id, rep_account_id }: FieldValues<typeof campaign>,
) {
  const open = async (kind: 'advertiser' | 'agency' | 'rep', id: number | null) =>
    id !== null && (await existingIds(transaction, author, kind, [id])).get(id)?.current ? id : null
  if ((await open('advertiser', advertiser_account_id)) === null) throw new RequestError('action_blocked', { message: endedAdvertiser })
  return { agency_account_id: await open('agency', agency_account_id), rep_account_id: await open('rep', rep_account_id) }
}

/** An end that was worked out; refused as one that somebody enters is. */
function endAt(at: Date): string {
  return validated(v.object({ end_at: campaign.fields.end_at.schema }), { end_at: at.toISOString() }).end_at
}

/** Columns that identify a record or say who wrote it. */
const own = Object.keys({ id: 0, ...audited() })

/**
 * Builds `insert into … select …` over all columns of a table. `anew` names the columns that are not copied:
 * their expressions, or null for the column's default.
 */
function copyOf(table: PgTable, anew: Readonly<Record<string, SQL | null>>): { columns: SQL; values: SQL } {
  const names = Object.keys(getTableColumns(table)).filter((name) => !own.includes(name) && anew[name] !== null)
  return {
    columns: sql.join(
      names.map((name) => sql.identifier(name)),
      sql`, `,
    ),
    values: sql.join(
      names.map((name) => anew[name] ?? sql`old.${sql.identifier(name)}`),
      sql`, `,
    ),
  }
}

const adCopy = copyOf(ads, {
  campaign_id: sql`wanted.id`,
  product_id: sql`products.id`,
  billing: sql`products.billing`,
  unit_price: sql`coalesce(products.unit_price, 0)`,
  quantity: sql`case when products.billing = old.billing and old.quantity >= products.min_quantity then old.quantity end`,
  start_at: sql`copied.start_at`,
  end_at: sql`least(wanted.end_at, copied.start_at + (old.end_at - old.start_at))`,
  user_status: sql`'PAUSED'`,
  effective_status: null,
  status_until: null,
})

/**
 * Copies the ads of a campaign, paused, with their whitelists and articles. Each keeps its offset in the period as far as the
 * period reaches, and buys what a new ad could (spec/domain "Ad"): its product at today's terms if that is on sale, and its
 * quantity if that is still enough. Else it has none, and is ordered once its page has been given one.
 */
async function copyAds(transaction: Database, { user_id, account_id, key, source }: Author, from: number, to: number): Promise<void> {
  const author = sql`${user_id}::bigint, ${user_id}::bigint`
  await transaction.execute(sql`
    create temporary table copied_ads on commit drop as
    select ads.advertiser_account_id, ads.id as old_id, nextval(pg_get_serial_sequence('ads', 'id')) as new_id,
      greatest(wanted.start_at, least(ads.start_at + (wanted.start_at - original.start_at), wanted.end_at - interval '1 minute')) as start_at
    from campaigns as original join campaigns as wanted on wanted.advertiser_account_id = original.advertiser_account_id
      join ads on ads.advertiser_account_id = original.advertiser_account_id and ads.campaign_id = original.id
    where original.id = ${from} and wanted.id = ${to} and ads.deleted_at is null order by ads.id`)
  await transaction.execute(sql`
    insert into ads (${adCopy.columns}, id, created_by, updated_by)
    overriding system value
    select ${adCopy.values}, copied.new_id, ${author}
    from copied_ads as copied join ads as old on old.advertiser_account_id = copied.advertiser_account_id and old.id = copied.old_id
      join campaigns as wanted on wanted.advertiser_account_id = old.advertiser_account_id and wanted.id = ${to}
      left join products on products.id = old.product_id and products.deleted_at is null and ${isOnSale}`)
  for (const table of [adWhitelist, adArticles]) {
    const { columns, values } = copyOf(table, { ad_id: sql`copied.new_id` })
    await transaction.execute(sql`
      insert into ${table} (${columns}, created_by, updated_by)
      select ${values}, ${author}
      from ${table} as old join copied_ads as copied on copied.advertiser_account_id = old.advertiser_account_id and copied.old_id = old.ad_id
      where old.deleted_at is null order by old.id`)
  }
  await transaction.execute(sql`
    insert into audit_log (entity, entity_id, user_id, account_id, api_key_id, action, source, request_id)
    select 'ad', new_id, ${user_id}::bigint, ${account_id}::bigint, ${key?.id ?? null}::bigint, 'create', ${source}, ${requestContext.getStore()?.requestId ?? null} from copied_ads order by new_id`)
}

/**
 * Copies a campaign with its ads, all paused; returns the id of the copy.
 *
 * @throws RequestError `forbidden` for a key that may not create ads, `not_found` for a campaign that does not exist or is out of scope.
 */
export async function duplicateCampaign(db: Database, author: Author, id: number, { name, start_at, end_at }: Wanted): Promise<number> {
  requirePermission(author, 'ad.create')
  return db.transaction(async (transaction) => {
    const row = await findOrRefuse(transaction, author, campaignMapping, id)
    const original = jsonOf(campaignMapping, row)
    const length = Date.parse(original.end_at) - Date.parse(original.start_at)
    const copy = await createRecord(transaction, author, campaignMapping, {
      ...bodyOf(original),
      ...(await accountsOf(transaction, author, original)),
      // Asked for, or begun anew; every other field is copied.
      name,
      start_at,
      end_at: end_at ?? endAt(new Date(Date.parse(start_at) + length)),
      user_status: 'PAUSED' as const,
    })
    await copyAds(transaction, author, id, copy)
    await campaignsChanged(transaction, sql`campaigns.id = ${copy}`)
    return copy
  })
}
