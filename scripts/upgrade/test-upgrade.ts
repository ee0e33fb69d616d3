// npm run test:upgrade: a rolling upgrade from the former release under load.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { required } from '@adsite/contract'
import releases from '@adsite/api/released.json' with { type: 'json' }
import { formerRelease, Problem } from './former-release.ts'

const root = dirname(dirname(import.meta.dirname))
const former = required(releases.at(-1), 'a released version')

const help = `npm run test:upgrade [-- --from COMMIT] [--json]

Puts load on the parts of the former release (migrate, two APIs, worker, gateway): lists, reports, writes, imports and delivery
files of signed-in users. Beside it, migrates to the schema of this code, replaces one process after the other, goes back to
the former API once, and forward again. Fails if a call failed, an acknowledged write is lost, sums differ from the facts, or a
stored status is wrong. Takes some minutes on two processors.

  --from COMMIT   the former release; default: ${former.commit.slice(0, 7)} (${former.version}), the last of api/released.json
  --json          prints the result as JSON on standard output, and the progress on standard error

The code of the former release is taken from the history and kept in .cache/former. PostgreSQL is started for the test.

Exit status: 0 all held; 1 something did not, or the former release could not be had; 2 wrong usage.`

let vitest: ReturnType<typeof spawn> | undefined

interface Result {
  readonly calls: Readonly<Record<string, number>>
  readonly failed: readonly string[]
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' }, from: { type: 'string' }, json: { type: 'boolean' } } })
  if (values.help) {
    process.stdout.write(`${help}\n`)
    return 0
  }
  const say = (line: string) => (values.json ? process.stderr : process.stdout).write(`${line}\n`)
  const commit = values.from ?? former.commit
  say(`Preparing the former release ${commit.slice(0, 12)} …`)
  const directory = await formerRelease(root, commit)
  const file = join(root, '.cache', 'results', 'upgrade.json')
  await mkdir(dirname(file), { recursive: true })
  await rm(file, { force: true })
  const env = {
    ...process.env,
    FORMER_RELEASE: directory,
    UPGRADE_RESULT: file,
    NODE_COMPILE_CACHE: join(root, '.cache', 'compile'),
  }
  vitest = spawn('vitest', ['run', '--config', 'vitest.upgrade.config.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', values.json ? 2 : 'inherit', 'inherit'],
  })
  const [code] = await once(vitest, 'close')
  const result: Result | undefined = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : undefined
  if (values.json) process.stdout.write(`${JSON.stringify({ from: commit, passed: code === 0, ...result })}\n`)
  else if (result) {
    const calls = Object.values(result.calls).reduce((sum, count) => sum + count, 0)
    say(`\n${calls} calls during the upgrade from ${commit.slice(0, 12)}, ${result.failed.length} failed.`)
  }
  return code === 0 ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => vitest?.kill(signal))
process.exitCode = await main().catch((error: unknown) => {
  const wrongUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  const isKnown = wrongUsage || error instanceof Problem
  process.stderr.write(`${isKnown ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
  return wrongUsage ? 2 : 1
})
