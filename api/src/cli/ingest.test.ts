import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

let database: TestDatabase
let directory: string
beforeAll(async () => {
  database = await createTestDatabase()
  directory = await mkdtemp(join(tmpdir(), 'adsite-ingest-'))
  await chmod(directory, 0o755)
})
afterAll(async () => {
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

interface Run {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

function ingest(
  args: readonly string[],
  environment: Record<string, string> = { DATABASE_URL: database.url },
  onStart: (child: ChildProcess) => void = () => {},
): Promise<Run> {
  // The compile cache saves each of these processes a third of its start (scripts/test.mjs).
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, INIT_CWD: directory, ...environment }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'ingest.ts'), ...args], { env, cwd: directory })
  onStart(child)
  let [out, err] = ['', '']
  child.stdout.on('data', (data: Buffer) => (out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (err += data.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err }))
  })
}

const header = 'day,campaign,imps,clicks,gross'
const file = async (name: string, content: string) => {
  await writeFile(join(directory, name), content)
  return name
}
const common = ['--advertiser', '株式会社コマンド', '--source', 'cli', '--create-missing']

describe('ingest', () => {
  test('takes a file, says what it came to, and does nothing the second time', async () => {
    const name = await file('good.csv', `${header}\n2026-01-01,春,1200,3,10.5\n2026-01-02,春,1,2,0.25\n`)
    const first = await ingest([name, ...common])
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out.trimEnd().split('\n')).toEqual([
      expect.stringContaining('1 of the lines taken look odd'),
      'Total: 2 rows read, 2 taken, 0 refused; taken: 1,201 imps, 5 clicks, not known conversions, gross 10.75, media cost not known',
    ])
    const second = await ingest([name, ...common, '--json'])
    expect(second.code).toBe(0)
    expect(JSON.parse(second.out)).toMatchObject({ already_taken: true, rows_taken: 0 })
  })

  test('reports bad lines and writes them to a file that can be corrected and handed in', async () => {
    const name = await file('bad.csv', `${header}\n2026-02-01,春,5,0,1\n2026-02-30,春,7,0,1\n`)
    const run = await ingest([name, ...common, '--rejects', 'rejects.csv'])
    expect(run).toMatchObject({ code: 1, err: 'line 3: "2026-02-30" is no day in the format YYYY-MM-DD.\n' })
    expect(run.out).toContain('Refused lines are in rejects.csv.')
    expect(run.out).toContain('would count the good lines twice')
    const again = await ingest([name, ...common, '--rejects', 'rejects.csv'])
    expect(again).toMatchObject({ code: 1, out: expect.stringContaining('its 1 refused lines still cannot be') as string })
    expect(again.out).toContain('Refused lines are in rejects.csv.')
    const rejects = await readFile(join(directory, 'rejects.csv'), 'utf8')
    expect(rejects).toBe(`${header}\n2026-02-30,春,7,0,1\n`)
    const corrected = await file('corrected.csv', rejects.replace('02-30', '02-28'))
    expect(await ingest([corrected, ...common])).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 rows read, 1 taken, 0 refused') as string,
    })
  })

  test('takes nothing with --strict, and makes no file of rejects when there are none', async () => {
    const name = await file('strict.csv', `${header}\n2026-03-01,春,5,0,1\nx,春,7,0,1\n`)
    const run = await ingest([name, ...common, '--strict'])
    expect(run).toMatchObject({ code: 1, out: expect.stringContaining('Nothing was taken (--strict)') as string })
    const good = await file('strict-good.csv', `${header}\n2026-03-01,春,5,0,1\n`)
    expect(await ingest([good, ...common, '--strict', '--rejects', 'none.csv'])).toMatchObject({ code: 0 })
    expect(existsSync(join(directory, 'none.csv'))).toBe(false)
  })

  test('fails when the file was taken for another advertiser, or a correction of another file keeps it from being completed', async () => {
    const name = await file('whose.csv', `${header}\n2026-03-10,春,5,0,1\n`)
    await ingest([name, ...common])
    const other = await ingest([name, '--advertiser', '株式会社別', '--source', 'cli', '--create-missing'])
    expect(other).toMatchObject({ code: 1, out: expect.stringContaining('as the delivery of another advertiser') as string })

    const partly = await file('partly.csv', `${header},frame,frame_id\n2026-03-11,春,10,0,1,右,\n2026-03-11,春,20,0,2,,999999999\n`)
    expect(await ingest([partly, ...common])).toMatchObject({ code: 1, out: expect.stringContaining('1 taken, 1 refused') as string })
    expect(await ingest([await file('less.csv', `${header},frame\n2026-03-11,春,-8,0,-1,右\n`), ...common])).toMatchObject({ code: 0 })
    const moved = await ingest([partly, ...common, '--map', 'day=day,campaign=campaign,imps=imps,clicks=clicks,gross=gross'])
    expect(moved).toMatchObject({ code: 1, out: expect.stringContaining('holds corrections that take away from this delivery') as string })
  })

  test('names the columns that it does not read, and those without a name by their place', async () => {
    const name = await file('unnamed.csv', `note,${header},\nx,2026-03-20,春,5,0,1,y\n`)
    expect((await ingest([name, ...common])).out).toContain('Columns that were not read: note, #7.')
  })

  test('corrects days with --replace and says how many rows went; a bad line loses no good one', async () => {
    const day = async () =>
      (await database.pool.query(`select sum(imps)::int as imps from delivery_facts where day >= '2026-04-01' and day < '2026-05-01'`)).rows
    await ingest([await file('delivered.csv', `${header}\n2026-04-01,春,5,0,1\n2026-04-01,春,6,0,1\n2026-04-02,春,7,0,1\n`), ...common])
    const bad = await ingest([await file('bad-day.csv', `${header}\n2026-04-01,春,1,0,1\n2026-04-01,春,x,0,1\n`), ...common, '--replace'])
    expect(bad).toMatchObject({ code: 1, out: expect.stringContaining('1 taken, 1 refused') as string })
    expect(await day()).toEqual([{ imps: 8 }])
    const correction = await file('correction.csv', `${header}\n2026-04-01,春,100,0,1\n`)
    const done = await ingest([correction, ...common, '--replace'])
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('1 rows of earlier files of the source were replaced.') as string })
    expect(await day()).toEqual([{ imps: 107 }])
    const again = await ingest([correction, ...common, '--replace', '--json'])
    expect(JSON.parse(again.out)).toMatchObject({ already_taken: false, rows_completed: 1, rows_replaced: 0 })
    expect(await day()).toEqual([{ imps: 107 }])
  })

  test('takes a file of several advertisers, and says what it came to for each', async () => {
    const name = await file(
      'several.csv',
      'client,day,campaign,imps,gross\n東,2026-05-01,春,10,1\n西,2026-05-01,春,1200,70\n東,2026-05-02,春,7,1\n',
    )
    const map = ['--map', 'advertiser=client,day=day,campaign=campaign,imps=imps,gross=gross']
    const none = await ingest([name, '--source', 'cli', ...map])
    expect(none).toMatchObject({
      code: 1,
      err: expect.stringContaining('line 2: Advertiser (name) [advertiser] "東" is not registered.') as string,
    })
    const run = await ingest([name, '--source', 'cli', '--create-missing', ...map])
    expect(run).toMatchObject({ code: 0, err: '' })
    const figures = 'not known clicks, not known conversions'
    expect(
      run.out
        .replaceAll(/\(\d+\)/gu, '(id)')
        .trimEnd()
        .split('\n'),
    ).toEqual([
      `西 (id): 1 rows taken; 1,200 imps, ${figures}, gross 70, media cost not known`,
      `東 (id): 2 rows taken; 17 imps, ${figures}, gross 2, media cost not known`,
      `Total: 3 rows read, 3 taken, 0 refused; taken: 1,217 imps, ${figures}, gross 72, media cost not known`,
    ])
  })

  test('keeps a mapping under the name of its source, for further files', async () => {
    const columns = 'tag,kampagne,views,preis'
    const first = await file('mapped.csv', `${columns}\n01.07.2025,春,10,1\n`)
    const next = await file('mapped-next.csv', `${columns}\n02.07.2025,春,20,1\n`)
    const mine = ['--advertiser', '株式会社コマンド', '--source', 'cli-mapped', '--create-missing']
    const none = await ingest([first, ...mine, '--saved-mapping'])
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('No mapping is saved for the source "cli-mapped"') as string })
    const map = ['--map', 'day=tag,campaign=kampagne,imps=views,gross=preis', '--date-format', 'DD.MM.YYYY']
    expect(await ingest([first, ...mine, ...map, '--save-mapping'])).toMatchObject({ code: 0 })
    const run = await ingest([next, ...mine, '--saved-mapping'])
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('1 taken, 0 refused; taken: 20 imps') as string })
    // A file that was not taken saves no mapping.
    const wrong = ['--map', 'day=preis,campaign=kampagne,imps=views,gross=preis', '--save-mapping']
    expect(await ingest([await file('mapped-wrong.csv', `${columns}\n03.07.2025,春,30,1\n`), ...mine, ...wrong])).toMatchObject({ code: 1 })
    const { rows } = await database.pool.query(`select map from delivery_mappings where source = 'cli-mapped'`)
    expect(rows).toEqual([{ map: 'day=tag,campaign=kampagne,imps=views,gross=preis,date_format=DD.MM.YYYY' }])
  })

  test('killed while it writes it leaves nothing; then two at once take the file once', async () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => `2026-06-${10 + (at % 20)},春,${at % 100},0,1`)
    const big = await file('big.csv', `${header}\n${lines.join('\n')}\n`)
    const args = [big, ...common, '--json']
    const taken = async () => (await database.pool.query(`select count(*) from delivery_facts where day >= '2026-06-01'`)).rows
    const killed = await ingest(args, undefined, (child) => {
      const writing = `select from pg_stat_activity where datname = current_database() and query like 'copy delivery_facts%'`
      const kill = async () => {
        while ((await database.pool.query(writing)).rowCount === 0 && child.exitCode === null) await wait(10)
        child.kill('SIGKILL')
      }
      void kill()
    })
    expect(killed).toMatchObject({ code: null, out: '' })
    expect(await taken()).toEqual([{ count: 0 }])
    const runs = await Promise.all([ingest(args), ingest(args)])
    const summaries = runs.map(({ out }) => JSON.parse(out) as { already_taken: boolean; rows_taken: number })
    expect(summaries.map(({ rows_taken }) => rows_taken).toSorted((a, b) => a - b)).toEqual([0, 60_000])
    expect(await taken()).toEqual([{ count: 60_000 }])
  })

  test.for([
    ['a file that is refused', ['empty.csv', ...common], 1, 'The file is empty.\nNothing of the file was taken.'],
    ['no file of that name', ['absent.csv', ...common], 2, 'There is no file'],
    ['a directory', ['.', ...common], 2, 'is a directory'],
    ['no source', ['good.csv', '--advertiser', 'a'], 2, "required option '--source <name>'"],
    ['an option that does not exist', ['good.csv', ...common, '--dry'], 2, "unknown option '--dry'"],
    ['a mapping that cannot be', ['good.csv', ...common, '--map', 'day=d,views=v'], 2, 'There is no field "views"'],
    ['no advertiser', ['named.csv', '--source', 'cli'], 2, 'No advertiser is given.'],
    ['an advertiser for the file and in it', ['several.csv', ...common], 2, 'Leave one of them out.'],
    ['no mapping to save', ['named.csv', ...common, '--save-mapping'], 2, 'none was given'],
    [
      'a mapping beside the saved one',
      ['named.csv', ...common, '--map', 'day=day,campaign=campaign,imps=imps,gross=gross', '--saved-mapping'],
      2,
      'Leave one of them out',
    ],
    ['a mapping to be saved and used', ['named.csv', ...common, '--save-mapping', '--saved-mapping'], 2, 'cannot be used with'],
    ['an unknown advertiser', ['good.csv', '--advertiser', '誰か', '--source', 'cli'], 2, 'no advertiser account "誰か"'],
    ['its own input as rejects', ['good.csv', ...common, '--rejects', './good.csv'], 2, '--rejects must name another file'],
  ] as const)('%s', async ([, args, code, text]) => {
    await file('empty.csv', '')
    await file('named.csv', `${header}\n2026-05-01,春,5,0,1\n`)
    await file('several.csv', `advertiser,${header}\n東,2026-05-01,春,5,0,1\n`)
    const run = await ingest(args)
    expect(run.code).toBe(code)
    expect(run.err).toContain(text)
    expect(run.err).not.toMatch(/\n\s+at /u)
  })

  test('says so when the database cannot be reached, without its password', async () => {
    const run = await ingest(['good.csv', ...common], { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/adsite' })
    expect(run.code).toBe(1)
    expect(run.err).toContain('ECONNREFUSED')
    expect(run.err).not.toContain('secret')
  })

  test('explains every field with --help', async () => {
    const run = await ingest(['--help'])
    expect(run.code).toBe(0)
    for (const text of ['media_cost', '--create-missing', 'DATABASE_URL', 'Exit status']) expect(run.out).toContain(text)
  })
})
