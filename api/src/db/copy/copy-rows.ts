import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type CopyValue = string | number | boolean | null

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** One value as COPY reads it. */
export function copyText(value: CopyValue): string {
  if (value === null) return '\\N'
  return typeof value === 'string' ? value.replace(/[\\\t\n\r]/gu, (character) => escapes[character]!) : String(value)
}

/** One row as COPY reads it, line end included. */
export function copyLine(values: readonly CopyValue[]): string {
  return `${values.map(copyText).join('\t')}\n`
}

/** Appends lines of `copyLine`, or bytes like them, to a table: by far the fastest way in. Ids of identity columns are taken as given. */
export async function copyInto(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  rows: readonly string[] | Uint8Array,
): Promise<void> {
  const bytes = rows instanceof Uint8Array ? rows : rows.join('')
  await pipeline(Readable.from([bytes]), client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`)))
}
