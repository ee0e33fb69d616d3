import { csvTypes, type Locale } from '@adsite/contract'
import { and, eq, gt, sql } from 'drizzle-orm'
import { poolOf } from '../db/pool-of.ts'
import { batchesOf } from '../db/cursor.ts'
import { deliveryFiles, deliveryRefusedLines } from '../db/schema.ts'
import { defused } from '../file/defuse.ts'
import type { Handlers } from '../call/handler.ts'
import { RequestError } from '../error/request-error.ts'
import { streamed } from '../call/streamed.ts'
import { csvBytes } from '../file/csv-bytes.ts'
import { fileAnswer } from '../upload/file-name.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { advertisersOfFile } from './store/file-record.ts'
import { deliveryFileMapping } from './file-mapping.ts'
import { reasonText, type Reason } from './error/delivery-error.ts'

/** Refused lines shown on the screen; the download has all that are stored. */
const listed = 100

const heads = { ja: ['行番号', '理由', '行の内容'], en: ['Line', 'Reason', 'Content'] } as const

async function* csvPieces(batches: AsyncIterable<readonly { line: number; reason: Reason; raw: string }[]>, locale: Locale) {
  let before: string[][] = [[...heads[locale]]]
  for await (const rows of batches) {
    const lines = rows.map(({ line, reason, raw }) => [String(line), defused(reasonText(reason, locale)), defused(raw)])
    yield csvBytes([...before, ...lines], 'utf8', before.length > 0)
    before = []
  }
  if (before.length > 0) yield csvBytes(before, 'utf8', true)
}

export const deliveryFileHandlers = resourceHandlers('delivery_file', deliveryFileMapping, {
  async advertisers({ db, id }) {
    if ((await db.$count(deliveryFiles, eq(deliveryFiles.id, id))) === 0) throw new RequestError('not_found')
    return { data: await advertisersOfFile(poolOf(db), id) }
  },
  async refused({ db, id, locale }) {
    const [file] = await db.select({ total: deliveryFiles.rows_refused }).from(deliveryFiles).where(eq(deliveryFiles.id, id))
    if (!file) throw new RequestError('not_found')
    const { line, reason, raw } = deliveryRefusedLines
    const rows = await db
      .select({ line, reason, raw })
      .from(deliveryRefusedLines)
      .where(and(eq(deliveryRefusedLines.delivery_file_id, id), gt(line, 0)))
      .orderBy(line)
      .limit(listed)
    // oxlint-disable-next-line typescript/consistent-type-assertions -- written by `RefusedLines` as a reason; the schema of the tables knows nothing of imports
    return { data: rows.map((row) => ({ ...row, reason: reasonText(row.reason as Reason, locale) })), total: file.total }
  },
  async refused_file({ db, id, query, locale, session }) {
    if (query.account_id !== undefined && query.account_id !== String(session.account_id)) throw new RequestError('account_changed')
    if ((await db.$count(deliveryFiles, eq(deliveryFiles.id, id))) === 0) throw new RequestError('not_found')
    const lines = sql`select line, reason, raw from delivery_refused_lines where delivery_file_id = ${id} and line > 0 order by line`
    const batches = batchesOf<{ line: number; reason: Reason; raw: string }>(poolOf(db), lines, 500)
    return fileAnswer(await streamed(csvPieces(batches, query.locale ?? locale)), csvTypes.utf8, `refused_${id}.csv`)
  },
} satisfies Partial<Handlers['delivery_file']>)
