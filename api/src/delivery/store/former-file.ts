import type { ClientBase } from 'pg'
import { reason, type Reason } from '../error/delivery-error.ts'

/** An earlier run of the same file. */
export interface FormerFile {
  readonly id: number
  readonly status: string
  readonly advertiser_account_id: number | null
  readonly rows_taken: number
  readonly rows_refused: number
  readonly rows_gone: number
}

/** Finds the same content of the same source, if its delivery counts or was replaced by another file. */
export async function formerFile(client: ClientBase, source: string, hash: string): Promise<FormerFile | null> {
  const { rows } = await client.query<FormerFile>(
    `select id, status, advertiser_account_id, rows_taken, rows_refused, rows_gone from delivery_files
     where source = $1 and file_hash = $2 and status <> 'REFUSED' order by id desc limit 1`,
    [source, hash],
  )
  return rows[0] && rows[0].status !== 'WITHDRAWN' ? rows[0] : null
}

/** Explains why `taken` lines of a known file add nothing and what to do; null if they add something. */
export function nothingNew(former: FormerFile, taken: number, advertiserId: number | null, replace: boolean): Reason | null {
  const { id, rows_taken, rows_refused, rows_gone } = former
  if (former.advertiser_account_id !== advertiserId) return reason('taken_for_another', { file: id })
  // A rerun applies what is known now (a mapping, a rate, cells that used to be read as 0), as long as no line is lost.
  if (replace) return rows_gone > 0 || taken >= rows_taken ? null : reason('taken_fewer', { file: id, rows: rows_taken, taken })
  if (rows_gone > 0) return reason('taken_and_replaced', { file: id })
  if (rows_refused === 0) return reason('taken_whole', { file: id, rows: rows_taken })
  return taken > rows_taken ? null : reason('taken_no_more', { file: id, rows: rows_taken, refused: rows_refused })
}

/** Reasons for which a file adds nothing although it had not been taken as it was handed in now. */
const takenOtherwise: ReadonlySet<Reason['key']> = new Set(['taken_for_another', 'taken_meanwhile', 'correction_uncovered'])

/** Whether what adds nothing for this reason had been taken as it was handed in now. */
export const isTakenAsGiven = ({ key }: Reason): boolean => !takenOtherwise.has(key)
