// npm run test:weekly: runs the tests that take too long for every change, and prints one line for each (docs/testing.md).
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { lineOf, weekly } from './weekly-line.ts'

const root = join(import.meta.dirname, '../..')
const logs = join(root, '.cache/weekly')

const help = `npm run test:weekly

Runs, one after the other, what takes too long for every change, and prints one line for each:
${weekly.map(({ name, summary }) => `  ${name.padEnd(16)} ${summary}`).join('\n')}

What they print is in ${relative(root, logs)}. Takes about an hour on two processors; meant for a timer, such as
  0 3 * * 6  cd /srv/adsite && git pull -q && npm run --silent test:weekly

Exit status: 0 all passed; 1 one failed or could not run; 2 wrong usage.`

const say = (line: string) => process.stdout.write(`${line}\n`)
let running: ChildProcess | undefined
let isEnding = false

async function run(name: string, file: string): Promise<boolean> {
  const log = join(logs, `${name.replace(':', '-')}.log`)
  const began = performance.now()
  running = spawn(process.execPath, [join(root, file)], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const written = createWriteStream(log)
  for (const stream of [running.stdout, running.stderr]) stream?.pipe(written, { end: false })
  const [code] = await once(running, 'close')
  written.end()
  await once(written, 'finish')
  if (isEnding) return false
  say(lineOf(name, code === 0, performance.now() - began, await readFile(log, 'utf8'), relative(root, log)))
  return code === 0
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
  if (values.help) {
    say(help)
    return 0
  }
  await mkdir(logs, { recursive: true })
  let passed = true
  for (const { name, file } of weekly) {
    if (!isEnding) passed = (await run(name, file)) && passed
  }
  return passed ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isEnding = true
    running?.kill(signal)
  })
}

process.exitCode = await main().catch((error: unknown) => {
  const wrongUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`${error instanceof Error ? (wrongUsage ? error.message : error.stack) : String(error)}\n`)
  return wrongUsage ? 2 : 1
})
