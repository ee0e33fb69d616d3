import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { findChromium } from '../machine/chromium.mjs'
import { buildUnits, Problem } from '../machine/tools.mjs'

const root = dirname(dirname(import.meta.dirname))

export interface Counts {
  readonly passed: number
  readonly failed: number
}

interface Around {
  readonly env: NodeJS.ProcessEnv
  /** Ends the suite. */
  readonly signal: AbortSignal
}

interface Suite extends Around {
  readonly title: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Where the suite leaves its results as JSON. */
  readonly results: string
}

/** Runs a suite to its end with its output on this terminal, and answers what it left. */
async function run({ title, args, cwd, results, env, signal }: Suite): Promise<{ code: number | null; found: unknown }> {
  await mkdir(dirname(results), { recursive: true })
  await rm(results, { force: true })
  const child = spawn(process.execPath, args, { cwd, env, stdio: 'inherit' })
  const end = () => child.kill('SIGTERM')
  signal.addEventListener('abort', end)
  const [code]: (number | null)[] = await once(child, 'close')
  signal.removeEventListener('abort', end)
  signal.throwIfAborted()
  if (!existsSync(results)) throw new Problem(`${title} ended without results: see above.`)
  return { code: code ?? null, found: JSON.parse(await readFile(results, 'utf8')) }
}

/** A suite that ran nothing or left something out has failed, whatever its exit status; so has one that ended badly. */
function counted(title: string, { passed, failed }: Counts, skipped: number, code: number | null): Counts {
  if (passed + failed === 0) throw new Problem(`${title} ran no test.`)
  if (skipped > 0) throw new Problem(`${title} skipped ${skipped} tests.`)
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed }
}

const vitestResults = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
})

/** Runs the tests of the API whose names contain one of `files`; all if there are none. */
export async function runApiTests(files: readonly string[], around: Around): Promise<Counts> {
  const title = 'The tests of the API'
  const results = join(root, '.cache/results/cluster-api.json')
  const { code, found } = await run({
    ...around,
    title,
    cwd: root,
    results,
    args: [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config=vitest.cluster.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}`,
      ...files,
    ],
  })
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = v.parse(vitestResults, found)
  return counted(title, { passed, failed }, numPendingTests + numTodoTests, code)
}

export const journeys = ['none', 'some', 'all'] as const
export type Journeys = (typeof journeys)[number]

/** The journeys that read and write what a cluster keeps apart: delivery, what is ordered, and everything between the two. */
export const someJourneys = ['whole-way', 'delivery-results', 'dashboard', 'campaign', 'ad', 'creative', 'list-tools', 'media'].map(
  (name) => `journeys/${name}.spec.ts`,
)

const playwrightResults = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
})

/** Builds the units, and runs browser journeys on them. Each site has a database of its own on the cluster (e2e/support/site.ts). */
export async function runJourneys(which: Exclude<Journeys, 'none'>, { env, signal }: Around): Promise<Counts> {
  const title = 'The browser journeys'
  const results = join(root, '.cache/results/cluster-journeys.json')
  const CHROMIUM_PATH = await findChromium()
  await buildUnits()
  const { code, found } = await run({
    signal,
    title,
    cwd: join(root, 'e2e'),
    results,
    env: { ...env, CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: results },
    args: [
      join(root, 'e2e/node_modules/@playwright/test/cli.js'),
      'test',
      '--reporter=list,json',
      ...(which === 'some' ? someJourneys : []),
    ],
  })
  const { expected: passed, unexpected, flaky, skipped } = v.parse(playwrightResults, found).stats
  return counted(title, { passed, failed: unexpected + flaky }, skipped, code)
}
