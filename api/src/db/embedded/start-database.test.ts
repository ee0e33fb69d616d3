import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { required } from '@adsite/contract'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { installedNative } from './embedded-place.ts'
import { isAlive } from './is-alive.ts'
import { siteRole, superuser } from './site-role.ts'
import { startDatabase, type RunningDatabase, type StartOptions } from './start-database.ts'
import { migrate } from '../upgrade/migrate.ts'
import { freePort } from './postmaster.ts'
import { StartError } from '../start-error.ts'

const isRoot = process.getuid?.() === 0
const running: RunningDatabase[] = []
let directory: string
let dataDir: string
/** Holds `data`, a database that was initialised and stopped. Initialising one takes a second of CPU, copying it a tenth. */
let template: string

beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'adsite-embedded-'))
  await chmod(template, 0o755)
  const database = await startDatabase({ dataDir: join(template, 'data'), durable: false })
  await database.stop()
})
afterAll(() => rm(template, { recursive: true, force: true }))

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'adsite-embedded-'))
  await chmod(directory, 0o755)
  dataDir = join(directory, 'data')
})
afterEach(async () => {
  for (const database of running.splice(0)) await database.stop()
  const home = await realpath(join(dataDir, 'postgres')).catch(() => undefined)
  if (home?.startsWith('/var/lib/adsite-')) await rm(dirname(home), { recursive: true })
  await rm(directory, { recursive: true, force: true })
})

/** Starts in `dataDir` as it is: the first start initialises the database. */
async function startHere(options: Partial<StartOptions> = {}): Promise<RunningDatabase> {
  const database = await startDatabase({ dataDir, durable: false, ...options })
  running.push(database)
  return database
}

/** Gives `dataDir` an initialised database, unless the test has put something there. */
function provide(): void {
  // Unlike fs.cp, the program keeps the owner of the files, which is another user when the tests run as root.
  if (!existsSync(dataDir)) execFileSync('cp', ['-a', join(template, 'data'), dataDir])
}

async function start(options: Partial<StartOptions> = {}): Promise<RunningDatabase> {
  provide()
  return startHere(options)
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const postmasterPid = () => Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Starts the database in another process, which then waits. */
async function startInChild(): Promise<{ child: ChildProcess; url: string }> {
  provide()
  const script = join(directory, 'child.mjs')
  const source = `import { startDatabase } from ${JSON.stringify(join(import.meta.dirname, 'start-database.ts'))}
const database = await startDatabase({ dataDir: ${JSON.stringify(dataDir)}, durable: false })
process.on('message', async () => { await database.stop(); process.exit(0) })
process.send(database.url)`
  await writeFile(script, source)
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)))
    child.once('exit', (code) => reject(new Error(`The child ended with ${code}`)))
  })
  return { child, url }
}

async function kill(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit')
  const ended = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  child.kill('SIGKILL')
  await ended
}

describe('start and stop', () => {
  test('keeps data over a restart, listens on loopback with a password of its own, leaves no process', async () => {
    const first = await startHere()
    await query(first.url, 'create table kept as select 42 as answer')
    const pid = postmasterPid()
    await first.stop()
    expect(isAlive(pid)).toBe(false)

    const second = await start()
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(await query(second.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
    const wrong = new URL(second.url)
    wrong.password = 'wrong'
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  })

  test('the default is durable', async () => {
    const database = await start({ durable: true })
    expect(await query(database.url, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await query(database.url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
  })

  test('a DATABASE_URL is used, and left running', async () => {
    const own = await start()
    const external = await startDatabase({ dataDir: join(directory, 'unused'), databaseUrl: own.url })
    await external.stop()
    expect(external.kind).toBe('external')
    expect(await query(own.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(existsSync(join(directory, 'unused'))).toBe(false)
  })
})

describe('the role of the site', () => {
  const denied = { code: '42501' }

  test('owns the database, and has no right on the server', async () => {
    const { url } = await start()
    await migrate(url)
    expect(
      await query(
        url,
        `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user`,
      ),
    ).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false }])
    expect(await query(url, 'select roleid::regrole from pg_auth_members where member = current_user::regrole')).toEqual([])
    for (const statement of [
      `copy (select 1) to program 'true'`,
      `copy (select 1) to '/tmp/adsite-written'`,
      `select pg_read_file('postgresql.conf')`,
      `select pg_ls_dir('.')`,
      `alter system set listen_addresses = '*'`,
      'create role another superuser',
      `alter role ${siteRole} superuser`,
      `alter role ${superuser} password 'known'`,
      `set role ${superuser}`,
      'create database another',
      'select rolpassword from pg_authid',
    ])
      await expect(query(url, statement), statement).rejects.toMatchObject(denied)
  })

  test('cannot sign in as the superuser with its own password', async () => {
    const other = new URL((await start()).url)
    other.username = superuser
    await expect(query(other.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  })

  test('takes over a database of before there was such a role, with all its rows', async () => {
    const first = await start()
    await migrate(first.url)
    await query(first.url, 'create table kept_rows as select 42 as answer')
    const administrator = required(first.superuserUrl, 'its address')
    await query(administrator, `reassign owned by ${siteRole} to ${superuser}; drop role ${siteRole}`)
    await query(
      administrator,
      `create view seen as select 1 as one; create type mood as enum ('good'); create type pair as (a int, b int); create domain amount as int;
       create statistics own_statistics (dependencies) on id, name from companies; create sequence numbers; create materialized view kept as select 1`,
    )
    await first.stop()

    const { url } = await startHere()
    expect(await query(url, 'select answer from kept_rows')).toEqual([{ answer: 42 }])
    await migrate(url)
    await query(
      url,
      'drop view seen; drop type mood; drop type pair; drop domain amount; drop sequence numbers; drop materialized view kept',
    )
    await query(url, 'drop schema public cascade; drop schema drizzle cascade')
  })

  test('takes over once when two processes start at once', async () => {
    const first = await start()
    await query(required(first.superuserUrl, 'its address'), 'create table made_by_hand as select 1 as one')
    await first.stop()
    const [own, { child, url }] = await Promise.all([startHere(), startInChild()])
    try {
      expect(url).toBe(own.url)
      await query(own.url, 'drop table made_by_hand')
    } finally {
      await kill(child)
    }
  })
})

describe('after a kill', () => {
  test('-9 of our process: the server that is left over is adopted, then ended', async () => {
    const { child, url } = await startInChild()
    const pid = postmasterPid()
    await kill(child)
    expect(isAlive(pid)).toBe(true)
    const adopted = await start()
    expect(adopted.url).toBe(url)
    expect(postmasterPid()).toBe(pid)
    await adopted.stop()
    expect(isAlive(pid)).toBe(false)
  })

  test('-9 of the server: it is started again at the same address, and what was committed is there', async () => {
    let revived = 0
    const database = await start({ durable: true, onRevived: () => void revived++ })
    await query(database.url, 'create table kept as select 42 as answer')
    process.kill(postmasterPid(), 'SIGKILL')
    const answer = async () => query(database.url, 'select answer from kept').catch(() => [])
    await expect.poll(answer, { interval: 200 }).toEqual([{ answer: 42 }])
    await expect.poll(() => revived).toBe(1)
  })

  test('-9 of both, and the number in the pid file is another program’s by now', async () => {
    const { child } = await startInChild()
    const pid = postmasterPid()
    await kill(child)
    process.kill(pid, 'SIGKILL')
    while (isAlive(pid)) await wait(50)
    const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
    const lines = (await readFile(file, 'utf8')).split('\n')
    await writeFile(file, [String(process.pid), ...lines.slice(1)].join('\n'))
    const database = await start()
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('an initialisation that was interrupted is done again', async () => {
    const first = await start()
    await first.stop()
    const home = join(dataDir, 'postgres')
    await rename(join(home, 'cluster'), join(home, 'cluster.new'))
    const again = await start()
    expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('two processes', () => {
  test('share the server; the last one ends it', async () => {
    const own = await start()
    const { child, url } = await startInChild()
    expect(url).toBe(own.url)
    const pid = postmasterPid()
    await own.stop()
    expect(isAlive(pid)).toBe(true)
    child.removeAllListeners('exit')
    const ended = new Promise((resolve) => {
      child.once('exit', resolve)
    })
    child.send('stop')
    await ended
    expect(isAlive(pid)).toBe(false)
  })

  test('migrate together: once each, no error', async () => {
    const { url } = await start()
    await Promise.all(Array.from({ length: 6 }, () => migrate(url)))
    const journal = JSON.parse(await readFile(join(import.meta.dirname, '../migrations/meta/_journal.json'), 'utf8')) as {
      entries: unknown[]
    }
    expect(await query(url, 'select count(*)::int as count from drizzle.__drizzle_migrations')).toEqual([{ count: journal.entries.length }])
  })
})

describe('places', () => {
  test('a private home, also of the binaries: as root both go where the server’s user can reach them', async () => {
    await chmod(directory, 0o700)
    const native = join(directory, 'modules', 'native')
    await mkdir(dirname(native))
    await cp(installedNative().directory, native, { recursive: true, verbatimSymlinks: true })
    const database = await startHere({ nativeDirectory: native })
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await lstat(join(dataDir, 'postgres'))).isSymbolicLink()).toBe(isRoot)
    await query(database.url, 'create table kept as select 42 as answer')
    await database.stop()
    const again = await start({ nativeDirectory: native })
    expect(await query(again.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })
})

describe('refusals say what to do', () => {
  const message = async (promise: Promise<unknown>) => {
    const error: unknown = await promise.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StartError)
    return (error as StartError).message
  }

  test('a DATA_DIR that is a file', async () => {
    await writeFile(dataDir, '')
    expect(await message(start())).toMatch(/is no directory: remove it, or set DATA_DIR/u)
  })

  test('a lost password', async () => {
    await (await start()).stop()
    await rm(join(dataDir, 'postgres-password'))
    expect(await message(start())).toMatch(/postgres-password is gone.*put it back, or set another DATA_DIR/u)
  })

  test('a link to a database that is gone', async () => {
    await mkdir(dataDir)
    await symlink(join(directory, 'gone'), join(dataDir, 'postgres'))
    expect(await message(start())).toMatch(/which is gone: put it back, or delete the link/u)
  })

  test('a database of another version', async () => {
    await (await start()).stop()
    await writeFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '9\n')
    expect(await message(start())).toMatch(/another version of PostgreSQL/u)
  })

  test('a DATABASE_URL that nobody answers', async () => {
    const databaseUrl = `postgres://nobody@127.0.0.1:${await freePort()}/none`
    expect(await message(start({ databaseUrl }))).toMatch(/DATABASE_URL cannot be reached .*check the address/u)
  })
})
