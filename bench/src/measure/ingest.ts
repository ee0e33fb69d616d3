import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { copyInto, copyLine } from '@adsite/api'
import { deliveryFigureNames, type DeliveryFigureName, required } from '@adsite/contract'
import type { BenchContext } from '../base/bench.ts'
import { openBenchDatabase, type BenchDatabase } from '../base/database.ts'
import { percentiles, type Figure } from '../base/figure.ts'

const lineCount = 500_000
/** Measurements per side, in turns; the median counts. */
const turns = 3

interface Known {
  readonly campaign_id: number
  readonly campaign: string
  readonly ad_id: number
  readonly ad: string
  readonly [key: string]: unknown
}
interface Frame {
  readonly id: number
  readonly space_id: number
  readonly publisher_group_id: number
  readonly code: string
}

const header = ['day', 'campaign', 'ad', 'frame_code', 'device', 'prefecture', ...deliveryFigureNames].join(',')
/** COPY's rows belong to no file; the index of files covers them all the same. */
const noFile = 0
const columns = [
  'advertiser_account_id',
  'delivery_file_id',
  'day',
  'campaign_id',
  'ad_id',
  'frame_id',
  'space_id',
  'publisher_group_id',
  'device',
  'prefecture',
  ...deliveryFigureNames,
]

async function known({ pool, parties }: BenchDatabase) {
  const ads = await pool.query<Known>(
    `select c.id as campaign_id, c.name as campaign, a.id as ad_id, a.name as ad from ads a
       join campaigns c on c.advertiser_account_id = a.advertiser_account_id and c.id = a.campaign_id
     where a.advertiser_account_id = $1 order by a.id limit 500`,
    [parties.advertiser.accountId],
  )
  const frames = await pool.query<Frame>('select id, space_id, publisher_group_id, code from frames order by id limit 200')
  return { ads: ads.rows, frames: frames.rows }
}

/** Every line of the file: as written, and as stored. */
function* linesOf({ parties, lastDay }: BenchDatabase, { ads, frames }: Awaited<ReturnType<typeof known>>, count = lineCount) {
  const days = Array.from({ length: 28 }, (_, at) => new Date(Date.parse(lastDay) - at * 86_400_000).toISOString().slice(0, 10))
  for (let number = 0; number < count; number += 1) {
    const ad = required(ads[(number * 7) % ads.length], 'an ad')
    const frame = required(frames[(number * 13) % frames.length], 'a frame')
    const day = required(days[number % days.length], 'a day')
    const imps = 100 + ((number * 31) % 9000)
    const values: Readonly<Record<DeliveryFigureName, number | string>> = {
      imps,
      clicks: imps % 90,
      cv_click: imps % 7,
      cv_view: imps % 3,
      requests: imps + 50,
      measured: imps - 10,
      viewable: imps >> 1,
      gross: `${imps}.5`,
      media_cost: `${imps >> 1}.25`,
    }
    const figures = deliveryFigureNames.map((name) => values[name])
    const about = [number % 3 === 0 ? 'PC' : 'SP', String(1 + (number % 47)).padStart(2, '0')]
    yield {
      text: `${[day, ad.campaign, ad.ad, frame.code, ...about, ...figures].join(',')}\n`,
      row: copyLine([
        parties.advertiser.accountId,
        noFile,
        day,
        ad.campaign_id,
        ad.ad_id,
        frame.id,
        frame.space_id,
        frame.publisher_group_id,
        ...about,
        ...figures,
      ]),
    }
  }
}

const cli = join(import.meta.dirname, '../../../api/src/cli/ingest.ts')

/** Runs `pnpm ingest`; returns its duration and peak memory. */
export async function take(
  database: BenchDatabase,
  source: string,
  file: string,
  options: readonly string[] = [],
  advertiser = database.parties.advertiser.accountId,
): Promise<{ seconds: number; memory: number }> {
  const args = [cli, file, '--advertiser', String(advertiser), '--source', source, '--json', ...options]
  const began = performance.now()
  const child = spawn(process.execPath, args, { env: { ...process.env, DATABASE_URL: database.url }, stdio: ['ignore', 'ignore', 'pipe'] })
  let memory = 0
  let complaint = ''
  child.stderr.on('data', (piece: Buffer) => (complaint += piece.toString()))
  const watch = setInterval(() => {
    promisify(execFile)('ps', ['-o', 'rss=', '-p', String(child.pid)]).then(
      ({ stdout }) => (memory = Math.max(memory, Number(stdout) / 1024)),
      () => {},
    )
  }, 200)
  const [code] = await once(child, 'close')
  clearInterval(watch)
  if (code !== 0) throw new Error(`ingest ended with ${code}: ${complaint}`)
  return { seconds: (performance.now() - began) / 1000, memory }
}

/** PostgreSQL's COPY of the same rows with resolved names, into the same partitions and indexes; without roll-ups, which ours includes. */
async function copySeconds({ pool }: BenchDatabase, rows: readonly string[]): Promise<number> {
  const client = await pool.connect()
  try {
    const began = performance.now()
    await client.query('begin')
    await copyInto(client, 'delivery_facts', columns, rows)
    await client.query('commit')
    return (performance.now() - began) / 1000
  } finally {
    client.release()
  }
}

export async function ingest({ progress }: BenchContext): Promise<Figure[]> {
  const database = await openBenchDatabase()
  const directory = await mkdtemp(join(tmpdir(), 'adsite-bench-'))
  try {
    const file = join(directory, 'delivery.csv')
    const correction = join(directory, 'correction.csv')
    const rows: string[] = []
    const names = await known(database)
    const stream = createWriteStream(file)
    stream.write(`${header}\n`)
    for (const { text, row } of linesOf(database, names)) {
      rows.push(row)
      if (!stream.write(text)) await once(stream, 'drain')
    }
    stream.end()
    await once(stream, 'close')
    await writeFile(correction, [`${header}\n`, ...[...linesOf(database, names, 28)].map(({ text }) => text)].join(''))
    const ours: { seconds: number; memory: number }[] = []
    const corrections: number[] = []
    const copies: number[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      progress(`COPY of ${lineCount.toLocaleString('en-US')} rows`)
      copies.push(await copySeconds(database, rows))
      await database.pool.query('delete from delivery_facts where delivery_file_id = $1', [noFile])
      await database.pool.query('vacuum analyze delivery_facts')
      progress(`ingest of ${lineCount.toLocaleString('en-US')} lines`)
      const source = `bench-${Date.now()}`
      ours.push(await take(database, source, file))
      progress('taking it back, by a correction with one line for each day')
      corrections.push((await take(database, source, correction, ['--replace'])).seconds)
      await database.pool.query('vacuum analyze delivery_facts')
    }
    const rateOf = (seconds: readonly number[]) => lineCount / percentiles(seconds).p50
    const [mine, theirs] = [rateOf(ours.map(({ seconds }) => seconds)), rateOf(copies)]
    return [
      {
        name: `ingest of ${lineCount.toLocaleString('en-US')} lines`,
        unit: 'rows/s',
        ours: mine,
        beside: { what: 'COPY into delivery_facts, roll-ups left out', value: theirs },
        target: { text: 'half of COPY', met: mine >= theirs / 2 },
      },
      { name: 'its correction by a file with one line for each day', unit: 's', ours: percentiles(corrections).p50 },
      { name: 'most memory of ingest', unit: 'MB', ours: Math.max(...ours.map(({ memory }) => memory)) },
    ]
  } finally {
    await database.close()
    await rm(directory, { recursive: true, force: true })
  }
}
