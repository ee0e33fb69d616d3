import { searchForm, type AdvertiserSums } from '@adsite/contract'
import type { ClientBase, Pool } from 'pg'
import { copyInto, copyLine } from '../../db/copy/copy-rows.ts'
import type { SumsByAdvertiser, TakenSums } from './delivery-table.ts'
import type { IngestOptions } from '../parse/ingest-options.ts'
import { logImport } from '../resolve/insert-record.ts'
import { shortLine } from '../../text/short-line.ts'
import { tellOfFile } from './tell-of-file.ts'
import type { RefusedLines } from './refused-lines.ts'

/** The result of a run, as stored with the file. */
export interface FileRecord {
  readonly id: number
  readonly hash: string
  readonly bytes: number
  /** The advertiser of the whole file; null if its lines name theirs. */
  readonly advertiserId: number | null
  readonly read: number
  readonly odd: number
  readonly ignored: readonly string[]
  readonly refused: RefusedLines
  readonly sums: TakenSums
  readonly byAdvertiser: SumsByAdvertiser
}

const sumColumns = ['delivery_file_id', 'advertiser_account_id', 'rows_taken', 'imps', 'clicks', 'conversions', 'gross', 'media_cost']

/** Copies the sums of single-advertiser files to their advertiser. */
export const sumsOfWholeFiles = `insert into delivery_file_advertisers (${sumColumns.join(', ')})
  select id, ${sumColumns.slice(1).join(', ')} from delivery_files where advertiser_account_id is not null on conflict do nothing`

/** Inserts the file's row; false if the same file arrived in between, which the unique key detects. */
export async function recordFile(client: ClientBase, options: IngestOptions, record: FileRecord): Promise<boolean> {
  const { source, rate = '', userId = null, name = null } = options
  const { id, hash, bytes, advertiserId, read, odd, ignored, refused, sums, byAdvertiser } = record
  const { rows: taken, ...figures } = sums
  const file = {
    id,
    source,
    file_hash: hash,
    advertiser_account_id: advertiserId,
    rows_read: read,
    rows_taken: taken,
    rows_refused: refused.count,
    rows_odd: odd,
    ...figures,
    refused: JSON.stringify(refused.listed),
    taken_by: userId,
    updated_by: userId,
    name,
    name_norm: searchForm(name ?? source),
    size: bytes,
    rates: rate === '' ? null : rate,
    ignored_columns: ignored.length === 0 ? null : shortLine(ignored.join(', '), 2000),
    status: taken === 0 ? 'REFUSED' : refused.count > 0 ? 'PARTLY' : 'TAKEN',
  }
  const columns = Object.keys(file)
  const { rowCount } = await client.query(
    `insert into delivery_files (${columns.join(', ')}) overriding system value
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
     on conflict (source, file_hash) where status in ('TAKEN', 'PARTLY') do nothing`,
    Object.values(file),
  )
  if (rowCount !== 1) return false
  const own: SumsByAdvertiser = advertiserId === null ? byAdvertiser : new Map([[advertiserId, sums]])
  const lines = [...own].map(([account, { rows, imps, clicks, conversions, gross, media_cost }]) =>
    copyLine([id, account, rows, imps, clicks, conversions, gross, media_cost]),
  )
  await copyInto(client, 'delivery_file_advertisers', sumColumns, lines)
  await refused.store(client, id)
  await logImport(client, userId, 'delivery_file', id)
  await tellOfFile(client, id)
  return true
}

/** The sums of a file by advertiser, largest spend first. */
export async function advertisersOfFile(client: Pick<Pool, 'query'>, fileId: number): Promise<AdvertiserSums[]> {
  const { rows } = await client.query<AdvertiserSums>(
    `select s.advertiser_account_id, a.name, s.rows_taken, s.imps, s.clicks, s.conversions,
       trim_scale(s.gross)::text as gross, trim_scale(s.media_cost)::text as media_cost
     from delivery_file_advertisers s join accounts a on a.id = s.advertiser_account_id
     where s.delivery_file_id = $1 order by s.gross desc, a.id`,
    [fileId],
  )
  return rows
}
