// `pnpm seed --scale N` (spec/design "Outer interface"): fills a database for load tests.
import { join } from 'node:path'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { connect } from '../db/connect.ts'
import { StartError } from '../db/start-error.ts'
import type { Scale } from '../seed/scale.ts'
import { seedScale, type SeedSummary } from '../seed/seed-scale.ts'
import { openDatabase } from './open-database.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)
const dataDirectory = process.env['DATA_DIR'] ?? join(import.meta.dirname, '../../../data-scale')

/** Thirteen months. */
const days = 396

const notes = `
Names, accounts, media, creatives, orders, thirteen months of delivery in partitions, and every roll-up, kept by the
code that takes delivery files. One advertiser in 2,000 campaigns, some with many and most with few; a twentieth of
the campaigns delivers. The same numbers, seed and --until make the same rows. A million campaigns, five million ads
and ten million facts take about 11 GB of disk and some fifteen minutes.

Database: DATABASE_URL, else one of its own in DATA_DIR (default: data-scale), never the site's. \`npm run bench\`
measures on the same. One with data is refused unless --add says otherwise. A run that broke off leaves half a
database: delete DATA_DIR (or drop the database) and begin again.
Exit status: 0 filled; 1 not (the reason is printed); 2 wrong usage.

Example:
  npm run seed -- --campaigns 1000000 --ads 5000000 --facts 10000000`

function count(value: string): number {
  if (/^[1-9]\d{0,9}$/u.test(value)) return Number(value)
  throw new InvalidArgumentError('Use a whole number above 0.')
}
function day(value: string): string {
  if (/^20\d\d-\d\d-\d\d$/u.test(value) && !Number.isNaN(Date.parse(value))) return value
  throw new InvalidArgumentError('Use a day as in 2026-03-31.')
}
const yesterday = () => new Date(Date.now() + (9 - 24) * 3_600_000).toISOString().slice(0, 10)

interface Given {
  readonly scale: Scale
  readonly add: boolean
  readonly json: boolean
}

function given(): Given {
  const command = new Command('seed')
    .description('Fill a database with campaigns, ads and daily facts for load tests.')
    .option('--scale <number>', 'campaigns; five times as many ads and ten times as many facts', count, 10_000)
    .option('--campaigns <number>', 'campaigns (default: as --scale says)', count)
    .option('--ads <number>', 'ads, spread over the campaigns', count)
    .option('--facts <number>', 'daily facts', count)
    .option('--seed <number>', 'another number makes other rows', count, 1)
    .option('--until <day>', 'last day of delivery (default: yesterday in Japan)', day)
    .option('--add', 'add to a database that has data', false)
    .option('--json', 'print the result as JSON', false)
    .addHelpText('after', notes)
    .exitOverride()
    .showHelpAfterError('Run with --help for all options.')
    .allowExcessArguments(false)
    .parse()
  type Options = {
    scale: number
    campaigns?: number
    ads?: number
    facts?: number
    seed: number
    until?: string
    add: boolean
    json: boolean
  }
  const { scale, campaigns = scale, ads = scale * 5, facts = scale * 10, seed, until = yesterday(), add, json } = command.opts<Options>()
  return { scale: { campaigns, ads, facts, seed, until, days }, add, json }
}

function summaryLines({ campaigns, ads, facts, advertisers, logins, password, seconds }: SeedSummary): string[] {
  const number = (value: number) => value.toLocaleString('en-US')
  return [
    `${number(campaigns)} campaigns of ${number(advertisers)} advertisers, ${number(ads)} ads and ${number(facts)} facts in ${number(seconds)} s.`,
    `Sign in as ${logins.join(', ')} with the password ${password}.`,
  ]
}

async function main(): Promise<number> {
  const { scale, add, json } = given()
  const database = await openDatabase(dataDirectory)
  const { pool } = connect(database.url, { max: 1, work: 'command' })
  try {
    const summary = await seedScale(pool, scale, { add, progress: (line) => complain(`  ${line} …`) })
    if (json) say(JSON.stringify(summary, null, 2))
    else for (const line of summaryLines(summary)) say(line)
    return 0
  } finally {
    await pool.end()
    await database.stop()
  }
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const message = error instanceof Error ? error.message : String(error)
  complain(error instanceof StartError ? message : `The database could not be filled: ${message}`)
  return 1
}

process.exitCode = await main().catch(explain)
