import {
  csvTypes,
  importLimits,
  may,
  message,
  recordColumn,
  type Endpoint,
  type ImportError,
  type ImportResult,
  type Locale,
  type Text,
} from '@adsite/contract'
import { and, inArray, isNull } from 'drizzle-orm'
import type { Author } from '../db/audit.ts'
import type { Database } from '../db/connect.ts'
import type { Caller } from '../db/scope.ts'
import { fileRefusal, readCsv, type CsvFile, type CsvLine } from '../file/read-csv.ts'
import { faultWords, refusalWords } from '../http/answer-error.ts'
import { authorOf } from '../http/author.ts'
import type { Call } from '../http/handler.ts'
import { idempotencyKey, once } from '../http/idempotency.ts'
import { readBytes } from '../http/read-body.ts'
import { Refusal } from '../http/refusal.ts'
import { attachmentDisposition } from '../upload/file-name.ts'
import { csvBytes, headOf } from './export.ts'
import { changedCells, importColumns, namesIn, valuesOf, type ImportColumn, type NameBook } from './import-plan.ts'
import { presentRecords, type JsonRecord } from './present.ts'
import { selectionOf, type ResourceTable } from './resource-table.ts'
import { idsOfNames } from './targets.ts'
import { createRecord, updateRecord } from './write.ts'

/** A line that can be carried out; `record` undefined: it creates one. */
interface PlannedLine {
  readonly line: number
  readonly record: JsonRecord | undefined
  readonly version: number | undefined
  readonly values: Readonly<Record<string, unknown>>
}

/** Gathers what is wrong, in the order of the file, the first thousand of it. */
class Faults {
  readonly #list: ImportError[] = []
  readonly #titles: ReadonlyMap<string, string>
  readonly #locale: Locale
  count = 0

  constructor(columns: readonly ImportColumn[], locale: Locale) {
    this.#titles = new Map(columns.map(({ name, title }) => [name, title]))
    this.#locale = locale
  }

  add(line: number, field: string | null, text: string | Text): void {
    this.count += 1
    const column = field === null ? null : (this.#titles.get(field) ?? null)
    this.#list.push({ line, field, column, message: faultWords(text, this.#locale) })
  }

  addRefusal(line: number, refusal: Refusal): void {
    const byField = Object.entries(refusal.details.errors ?? {})
    for (const [field, texts] of byField) {
      for (const text of texts) this.add(line, field, text)
    }
    if (byField.length > 0) return
    this.count += 1
    this.#list.push({ line, field: null, column: null, message: refusalWords(refusal, this.#locale) })
  }

  get first(): ImportError[] {
    return this.#list.toSorted((a, b) => a.line - b.line).slice(0, importLimits.errors)
  }
}

/** The records that lines name by their id, as the export would show them. */
async function recordsById(db: Database, caller: Caller, mapping: ResourceTable, ids: readonly number[]): Promise<Map<number, JsonRecord>> {
  const { resource, table, scope } = mapping
  if (ids.length === 0) return new Map()
  const rows = await db
    .select(selectionOf(mapping, Object.keys(resource.fields)))
    .from(table)
    .where(and(inArray(table.id, [...ids]), scope(caller), isNull(table.deleted_at)))
  return new Map((await presentRecords(db, caller, mapping, rows)).map((record) => [record.id, record]))
}

interface NumberCell {
  readonly given: boolean
  readonly value: number | undefined
}

function numberCell(columns: readonly ImportColumn[], name: string, { cells }: CsvLine): NumberCell {
  const index = columns.find((column) => column.name === name)?.index
  const text = index === undefined ? '' : (cells[index] ?? '').normalize('NFKC').trim()
  return { given: text !== '', value: /^[1-9]\d{0,14}$/u.test(text) ? Number(text) : undefined }
}

/** Which lines create or change what; those that cannot are told to `faults`. */
async function planOf(
  db: Database,
  caller: Caller,
  mapping: ResourceTable,
  file: CsvFile,
  columns: readonly ImportColumn[],
  faults: Faults,
) {
  const { encoding, head, lines } = file
  const idOf = (line: CsvLine) => numberCell(columns, 'id', line)
  const records = await recordsById(
    db,
    caller,
    mapping,
    lines.flatMap((line) => idOf(line).value ?? []),
  )
  const firstLines = new Map<number, number>()

  const readable = lines.flatMap((line) => {
    const { given, value: id } = idOf(line)
    const version = numberCell(columns, 'version', line)
    const record = id === undefined ? undefined : records.get(id)
    const earlier = id === undefined ? undefined : firstLines.get(id)
    if (id !== undefined && earlier === undefined) firstLines.set(id, line.line)
    if (line.cells.slice(head.length).some((cell) => cell.trim() !== '') || line.cells.length < head.length) {
      faults.add(line.line, null, message('csv_cells'))
    } else if (given && !record) faults.add(line.line, 'id', message(id === undefined ? 'number' : 'not_found'))
    else if (earlier !== undefined) faults.add(line.line, 'id', message('row_twice', earlier))
    else if (version.given && version.value === undefined) faults.add(line.line, 'version', message('number'))
    else return [{ line, record, version: version.value, changed: changedCells(columns, line, record, encoding) }]
    return []
  })

  const wanted = new Map<string, Set<string>>()
  for (const { line, changed } of readable) {
    for (const column of changed) {
      for (const name of namesIn(column, line.cells[column.index] ?? '')) {
        wanted.set(column.column.target!, (wanted.get(column.column.target!) ?? new Set()).add(name))
      }
    }
  }
  const book: NameBook = new Map(
    await Promise.all([...wanted].map(async ([target, names]) => [target, await idsOfNames(db, caller, target, [...names])] as const)),
  )

  return readable.flatMap(({ line, record, version, changed }): PlannedLine[] => {
    const outcome = record && changed.length === 0 ? { values: {} } : valuesOf(mapping.resource, changed, line, record, book)
    if ('values' in outcome) return [{ line: line.line, record, version, values: outcome.values }]
    for (const { field, text } of outcome.faults) faults.add(line.line, field, text)
    return []
  })
}

const changesNothing = ({ record, values }: PlannedLine) => record !== undefined && Object.keys(values).length === 0

/** Ends the transaction of a preview, or of a file with errors. */
class TakenBack extends Error {}

/** Carries the lines out in one transaction; takes all of it back unless it is to stay and nothing went wrong. */
async function carryOut(
  db: Database,
  author: Author,
  mapping: ResourceTable,
  plan: readonly PlannedLine[],
  faults: Faults,
  commit: boolean,
) {
  const carry = async (transaction: Database): Promise<void> => {
    for (const planned of plan) {
      const { line, record, version, values } = planned
      if (changesNothing(planned)) continue
      try {
        if (record) await updateRecord(transaction, author, mapping, { id: record.id, version }, values)
        else await createRecord(transaction, author, mapping, values)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        faults.addRefusal(line, error)
      }
    }
    if (!commit || faults.count > 0) throw new TakenBack()
  }
  await db.transaction(carry).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error
  })
}

async function importFile(
  call: Call<Endpoint>,
  db: Database,
  mapping: ResourceTable,
  file: CsvFile,
  commit: boolean,
): Promise<ImportResult> {
  const { session, locale } = call
  const { resource } = mapping
  const columns = importColumns(resource, session.role, file.head)
  const faults = new Faults(columns, locale)
  const plan = await planOf(db, session, mapping, file, columns, faults)
  if (plan.some(({ record }) => record) && !may(session.role, resource.permissions.update!)) throw new Refusal('forbidden')
  await carryOut(db, { ...authorOf(call), source: 'import' }, mapping, plan, faults, commit)
  const unchanged = plan.filter(changesNothing).length
  const create = plan.filter(({ record }) => record === undefined).length
  return {
    committed: commit && faults.count === 0,
    ...{ create, update: plan.length - create - unchanged, unchanged, errors: faults.first, error_count: faults.count },
    ignored: columns.filter(({ name, field }) => field === null && name !== 'id' && name !== 'version').map(({ title }) => title),
  }
}

/** Creates and changes records from a CSV file (contract `importEndpoints`): says what it would do, or does all of it. */
export async function importRecords(call: Call<Endpoint>, mapping: ResourceTable): Promise<{ data: ImportResult }> {
  const { db, session, request } = call
  const commit = (call.query as { commit?: 'true' | 'false' }).commit === 'true'
  const bytes = await readBytes(request, importLimits.bytes)
  const file = readCsv(bytes)
  if (file.lines.length > importLimits.lines) throw fileRefusal('lines_many', importLimits.lines)
  const run = async (database: Database) => ({ data: await importFile(call, database, mapping, file, commit) })
  const key = commit ? idempotencyKey(request) : undefined
  if (key === undefined) return run(db)
  // The same file sent again under its key is taken once (QUALITY "double submit").
  const create = { key, session, operation: `import ${mapping.resource.path}`, body: Buffer.from(bytes).toString('base64'), status: 200 }
  return (await once(db, create, run)) as { data: ImportResult }
}

interface TemplateQuery {
  readonly encoding?: 'utf8' | 'sjis'
  readonly locale?: Locale
}

/** The header that an import takes: id and version for changes, and every field that can be set. */
export async function importTemplate(call: Call<Endpoint>, { resource }: ResourceTable): Promise<Response> {
  const { encoding = 'utf8', locale = call.locale } = call.query as TemplateQuery
  const fields = Object.entries(resource.fields).filter(
    ([, { access, roles }]) => access !== 'read' && (roles?.includes(call.session.role) ?? true),
  )
  const columns = ['id', 'version', ...fields.map(([name]) => name)].map((name) => ({ name, column: recordColumn(resource, name)! }))
  const headers = { 'Content-Type': csvTypes[encoding], 'Content-Disposition': attachmentDisposition(`${resource.label[locale]}.csv`) }
  return new Response(csvBytes([headOf(columns, locale)], encoding, true) as BodyInit, { headers })
}
