// `pnpm ingest FILE --map …` (spec/design "Outer interface"): loads a delivery file into the database.
import { createReadStream, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { connect } from '../db/connect.ts'
import type { RunningDatabase } from '../db/embedded/start-database.ts'
import { isUnavailable } from '../db/database-error.ts'
import { StartError } from '../db/start-error.ts'
import { ingestDelivery } from '../delivery/ingest-delivery.ts'
import { parseMapping } from '../delivery/parse/mapping.ts'
import { DeliveryError } from '../delivery/error/delivery-error.ts'
import { contentHash, readSize } from '../delivery/parse/text-lines.ts'
import { ArgumentsEnd, ingestArguments, type IngestArguments } from './ingest-arguments.ts'
import { databasePlace, openDatabase } from './open-database.ts'
import { Progress, RefusedLines, RejectsFile, summaryLines } from './ingest-output.ts'

const root = join(import.meta.dirname, '../../..')
/** npm runs scripts in the package's folder, so paths are resolved against the user's directory. */
const here = process.env['INIT_CWD'] ?? process.cwd()
const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

/** Wrong usage of the command: exit status 2. */
class UsageError extends Error {}

function checkFile(path: string, rejects: string | null): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new UsageError(`There is no file ${path}.`)
  if (found.isDirectory()) throw new UsageError(`${path} is a directory, not a file.`)
  if (path === rejects) throw new UsageError('--rejects must name another file than the one to read.')
}

const dataDirectory = process.env['DATA_DIR'] ?? join(root, 'data')

async function take(database: RunningDatabase, given: IngestArguments, file: string, rejectsPath: string | null): Promise<number> {
  const { pool } = connect(database.url, { max: 3, work: 'command' })
  const rejects = rejectsPath ? new RejectsFile(rejectsPath) : null
  const progress = new Progress(process.stderr)
  const refused = new RefusedLines(complain)
  const open = () => createReadStream(file, { highWaterMark: readSize })
  let stream = open()
  const interrupt = () => stream.destroy(new StartError('Interrupted: nothing was taken.'))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    const hash = await contentHash(stream)
    stream = open()
    const summary = await ingestDelivery(pool, stream, {
      hash,
      source: given.source,
      name: basename(file),
      advertiser: given.advertiser,
      map: given.map,
      mapping: given.mapping,
      rate: given.rate,
      format: given.format,
      createMissing: given.createMissing,
      strict: given.strict,
      replace: given.replace,
      locale: 'en',
      onHeader: (raw) => rejects?.header(raw),
      onRefused: (line) => {
        refused.add(line)
        rejects?.add(line)
      },
      onProgress: (rows) => progress.show(rows),
    })
    progress.end()
    refused.end()
    if (given.json) say(JSON.stringify(summary, null, 2))
    else for (const line of summaryLines(summary, given)) say(line)
    const isTaken = summary.nothing_added === null || summary.already_taken
    return isTaken && summary.rows_refused === 0 ? 0 : 1
  } finally {
    progress.end()
    rejects?.close()
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    await pool.end()
  }
}

async function main(): Promise<number> {
  const given = ingestArguments(process.argv.slice(2))
  const file = resolve(here, given.file)
  const rejects = given.rejects === null ? null : resolve(here, given.rejects)
  checkFile(file, rejects)
  parseMapping(given.map)
  const database = await openDatabase(dataDirectory)
  try {
    return await take(database, given, file, rejects)
  } finally {
    await database.stop()
  }
}

function explain(error: unknown): number {
  if (error instanceof ArgumentsEnd) return error.code
  if (error instanceof UsageError) {
    complain(`${error.message} Run with --help for all options.`)
    return 2
  }
  if (error instanceof DeliveryError) {
    complain(error.message)
    if (error.part !== 'file') return 2
    complain('Nothing of the file was taken.')
    return 1
  }
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof StartError) complain(message)
  else if (isUnavailable(error))
    complain(`${databasePlace(dataDirectory)} stopped working: ${message}. Nothing was taken; run the same command again.`)
  else complain(`The file could not be taken: ${message}`)
  return 1
}

process.exitCode = await main().catch(explain)
