import {
  csvTypes,
  importLimits,
  message,
  recordColumn,
  required,
  type EarlierImport,
  type importEndpoints,
  type ImportResult,
  type ImportRow,
} from '@adsite/contract'
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, inArray, isNull } from 'drizzle-orm'
import { ownChange } from '../../audit/change-entries.ts'
import type { Database } from '../../db/connect.ts'
import type { Caller } from '../../db/scope.ts'
import { readCsv, type CsvFile, type CsvLine } from '../../file/read-csv.ts'
import { authorOf, type Author } from '../../call/author.ts'
import type { Call } from '../../call/handler.ts'
import { idempotencyKey, once } from '../../call/idempotency.ts'
import { readBytes } from '../../call/read-body.ts'
import { RequestError } from '../../error/request-error.ts'
import { addressDoubts } from '../../place/validate-addresses.ts'
import { attachmentDisposition } from '../../upload/file-name.ts'
import { csvBytes } from '../../file/csv-bytes.ts'
import { headOf } from '../export/export.ts'
import { earlierImport, rememberImport, type ImportedFile } from './earlier-import.ts'
import { ImportErrors } from './import-errors.ts'
import { changedCells, importColumns, namesIn, valuesOf, type ImportColumn, type NameBook } from './import-plan.ts'
import { jsonValue } from '../mapping/json-value.ts'
import { presentRecords, type JsonRecord } from '../read/present.ts'
import { entityOf, kindOf, selectionOf, type ResourceMapping } from '../mapping/resource-mapping.ts'
import { idsOfNames } from '../search/targets.ts'
import { createRecord, updateRecord } from '../write/write.ts'
import { requirePermission } from '../../call/may-call.ts'

/** A line that can be executed; `record` is undefined if it creates one. */
interface PlannedLine {
  readonly line: number
  readonly record: JsonRecord | undefined
  readonly version: number | undefined
  readonly values: Readonly<Record<string, unknown>>
  readonly row: ImportRow
}

/** Reads the records that lines name by id, as the export presents them. */
async function recordsById(
  db: Database,
  caller: Caller,
  mapping: ResourceMapping,
  ids: readonly number[],
): Promise<Map<number, JsonRecord>> {
  const { resource, table, scope } = mapping
  if (ids.length === 0) return new Map()
  const rows = await db
    .select(selectionOf(mapping, caller, Object.keys(resource.fields)))
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

/** Describes what a line does, for the preview. */
function rowOf(
  { resource }: ResourceMapping,
  line: number,
  record: JsonRecord | undefined,
  values: Readonly<Record<string, unknown>>,
): ImportRow {
  const changes = Object.entries(values)
    .map(([field, value]) => ({ field, before: record?.[field] ?? null, after: jsonValue(kindOf(resource, field), value) }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after))
  const name = String((record ?? values)[resource.title] ?? '')
  return { line, outcome: record ? 'update' : 'create', name, changes }
}

/** Determines which lines create or change what; the rest are reported as errors. */
async function planOf(
  db: Database,
  caller: Caller,
  mapping: ResourceMapping,
  file: CsvFile,
  columns: readonly ImportColumn[],
  faults: ImportErrors,
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
        wanted.set(required(column.column.target, 'target'), (wanted.get(required(column.column.target, 'target')) ?? new Set()).add(name))
      }
    }
  }
  const book: NameBook = new Map(
    await Promise.all([...wanted].map(async ([target, names]) => [target, await idsOfNames(db, caller, target, [...names])] as const)),
  )

  return readable.flatMap(({ line, record, version, changed }): PlannedLine[] => {
    const outcome = record && changed.length === 0 ? { values: {} } : valuesOf(mapping.resource, changed, line, record, book)
    if ('values' in outcome) {
      const { values } = outcome
      // Without a version in the file, that which was just compared with it.
      return [{ line: line.line, record, version: version ?? record?.version, values, row: rowOf(mapping, line.line, record, values) }]
    }
    for (const { field, text } of outcome.faults) faults.add(line.line, field, text)
    return []
  })
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Stands for the records that the lines change or leave as they are, with their versions, and for the last import of the file. */
function digestOf(plan: readonly PlannedLine[], earlier: EarlierImport | null): string {
  const records = plan.flatMap(({ record }) => (record ? `${record.id}:${record.version}` : []))
  return sha256([...records, ...(earlier ? [earlier.at] : [])].join())
}

/** Rolls back the transaction of a preview, or of a file with errors. */
class ImportRolledBack extends Error {}

type Commit = 'no' | 'whole' | 'partial'

/**
 * Executes the lines in one transaction, each in its own savepoint. Rolls everything back unless it is to be
 * committed without errors, or only the good lines were requested. Returns the executed lines.
 */
async function carryOut(
  db: Database,
  author: Author,
  mapping: ResourceMapping,
  plan: readonly PlannedLine[],
  faults: ImportErrors,
  commit: Commit,
  file: ImportedFile,
): Promise<PlannedLine[]> {
  let refused: [line: number, refusal: RequestError][] = []
  let done: PlannedLine[] = []
  const carry = async (transaction: Database): Promise<void> => {
    // Reset, because the transaction may be retried.
    refused = []
    done = []
    for (const planned of plan) {
      const { line, record, version, values, row } = planned
      try {
        const held = record ? await updateRecord(transaction, author, mapping, { id: record.id, version }, values) : []
        if (!record) await createRecord(transaction, author, mapping, values)
        done.push({ ...planned, row: { ...row, held } })
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        refused.push([line, error])
      }
    }
    if (commit === 'no' || (commit === 'whole' && faults.count + refused.length > 0)) throw new ImportRolledBack()
    const created = done.filter(({ record }) => !record).length
    if (created > 0) await rememberImport(transaction, author, file, created)
  }
  await db.transaction(carry).catch((error: unknown) => {
    if (!(error instanceof ImportRolledBack)) throw error
  })
  for (const [line, refusal] of refused) faults.addRefusal(line, refusal)
  return done
}

type ImportEndpoints = ReturnType<typeof importEndpoints>

async function importFile(
  call: Call<ImportEndpoints['import']>,
  db: Database,
  mapping: ResourceMapping,
  file: CsvFile,
  hash: string,
  wanted: Commit,
): Promise<ImportResult> {
  const { session, locale, query } = call
  const { resource } = mapping
  const imported = { entity: entityOf(mapping), hash }
  const columns = importColumns(resource, session.role, file.head)
  const faults = new ImportErrors(resource, columns, locale)
  const plan = await planOf(db, session, mapping, file, columns, faults)
  if (plan.some(({ record }) => record)) requirePermission(session, required(resource.permissions.update, 'update'))
  const earlier = await earlierImport(db, session, imported)
  const checked = digestOf(plan, earlier)
  const outdated = (query.checked ?? checked) !== checked
  const commit = outdated ? 'no' : wanted
  const changing = plan.filter(({ record, row }) => record === undefined || row.changes.length > 0)
  const done = await carryOut(db, { ...authorOf(call), source: 'import' }, mapping, changing, faults, commit, imported)
  const doubts = new ImportErrors(resource, columns, locale)
  for (const { line, record, values } of done) {
    const found = addressDoubts(resource.addresses ?? [], { ...record, ...values }, record ?? null)
    for (const [field, texts] of Object.entries(found)) for (const text of texts) doubts.add(line, field, text)
  }
  const update = done.filter(({ record }) => record).length
  const committed = (commit === 'whole' && faults.count === 0) || (commit === 'partial' && done.length > 0)
  return {
    committed,
    create: done.length - update,
    update,
    held: done.filter(({ row }) => row.held?.length).length,
    unchanged: plan.length - changing.length,
    conflict: faults.conflicts,
    refused: faults.lines - faults.conflicts,
    checked,
    earlier,
    outdated,
    rows: done.map(({ row }) => row).slice(0, importLimits.rows),
    errors: faults.first,
    error_count: faults.count,
    warnings: doubts.first,
    refused_file: faults.fileOf(file),
    ignored: columns.filter(({ name, field }) => field === null && name !== 'id' && name !== 'version').map(({ title }) => title),
    change: committed ? await ownChange(db, entityOf(mapping)) : null,
  }
}

/**
 * Creates and updates records from a CSV file (contract `importEndpoints`): previews it, commits all of it, or
 * commits the lines that can be committed.
 */
export async function importRecords(call: Call<ImportEndpoints['import']>, mapping: ResourceMapping): Promise<{ data: ImportResult }> {
  const { db, session, request, query: asked } = call
  const commit = asked.commit !== 'true' ? 'no' : asked.partial === 'true' ? 'partial' : 'whole'
  const bytes = await readBytes(request, importLimits.bytes)
  const file = readCsv(bytes)
  const run = async (database: Database) => ({ data: await importFile(call, database, mapping, file, sha256(bytes), commit) })
  const key = commit === 'no' ? undefined : idempotencyKey(request)
  if (key === undefined) return run(db)
  // Sent again under the same key, a file is imported only once (spec/quality "Double submit").
  const create = {
    key,
    session,
    operation: `import ${commit} ${asked.checked ?? ''} ${mapping.resource.path}`,
    body: Buffer.from(bytes).toString('base64'),
    status: 200,
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the answer of `run`, now or when the same file was sent before
  return (await once(db, create, run)) as { data: ImportResult }
}

/** The header of an import file: id and version for updates, and every field that can be set. */
export async function importTemplate(call: Call<ImportEndpoints['import_template']>, { resource }: ResourceMapping): Promise<Response> {
  const { encoding = 'utf8', locale = call.locale } = call.query
  const fields = Object.entries(resource.fields).filter(
    ([, { access, roles }]) => access !== 'read' && (roles?.includes(call.session.role) ?? true),
  )
  const columns = ['id', 'version', ...fields.map(([name]) => name)].map((name) => ({
    name,
    column: required(recordColumn(resource, name), 'record column'),
  }))
  const headers = { 'Content-Type': csvTypes[encoding], 'Content-Disposition': attachmentDisposition(`${resource.label[locale]}.csv`) }
  return new Response(new Uint8Array(csvBytes([headOf(columns, locale)], encoding, true)), { headers })
}
