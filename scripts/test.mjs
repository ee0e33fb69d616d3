#!/usr/bin/env node
// npm test: everything that decides whether a change may land.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './machine/chromium.mjs'
import { playwrightFailures, unexplainedFailure, vitestFailures } from './machine/failures.mjs'
import { needProgram } from './machine/system-package.mjs'
import { temporaryDirectory } from './machine/temporary-files.mjs'
import {
  buildUnits,
  checkInstalledNode,
  checkMachine,
  endChildren,
  environment,
  install,
  interrupt,
  main,
  Problem,
  root,
  run,
  step,
} from './machine/tools.mjs'

const results = join(root, '.cache', 'results')

/**
 * The tests start many Node.js processes: commands, sites, workers. The cache saves each of them compiling its modules.
 * With 64 MB for young objects instead of 16 they spend less time collecting garbage (docs/testing.md).
 */
const testEnvironment = {
  ...environment,
  TMPDIR: temporaryDirectory(),
  NODE_COMPILE_CACHE: join(root, '.cache', 'compile'),
  NODE_OPTIONS: `${environment.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim(),
}

const checks = [
  ['Lint', 'oxlint', '--deny-warnings'],
  ['Imports between packages', 'npm', 'run', '--silent', 'lint:imports'],
  ['Format', 'oxfmt', '--check', '.'],
  ['Types', 'tsc', '-p', '.'],
]

/** Runs the checks side by side, because each keeps only one processor busy for much of its time; prints what each has to say. */
async function checkSources() {
  const done = step(checks.map(([title]) => title).join(', '))
  const ended = await Promise.all(checks.map(async ([title, program, ...args]) => ({ title, ...(await run(program, args)) })))
  for (const { title, output } of ended) process.stdout.write(`${title}:\n${output.trimEnd()}\n`)
  const failed = ended.filter(({ code }) => code !== 0).map(({ title }) => title)
  if (failed.length > 0) throw new Problem(`${failed.join(', ')} failed: see above.`)
  done()
}

/** Installs what the tests need of the machine; returns the browser, or why there is none. */
async function installPrograms() {
  // The tests report it themselves if there is none.
  for (const [program, packages] of [
    ['nginx', ['nginx-light']],
    ['pgbouncer', ['pgbouncer']],
  ])
    await needProgram(program, packages).catch((problem) => process.stdout.write(`${problem.message}\n`))
  return findChromium().catch((problem) => problem)
}

function readResults(file, suite) {
  const path = join(results, file)
  if (!existsSync(path)) throw new Problem(`${suite} ended without results: see above.`)
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** A suite that ran nothing has failed whatever its exit status; so has one with skipped tests. */
function counted(suite, { passed, failed, skipped, failures }, { code, output }) {
  if (passed + failed === 0) throw new Problem(`${suite} ran no test.`)
  if (skipped > 0) throw new Problem(`${suite} skipped ${skipped} tests.`)
  if (failed > 0 || code === 0) return { passed, failed, failures }
  return { passed, failed: 1, failures: failures.length > 0 ? failures : [unexplainedFailure(suite, code, output)] }
}

async function unitTests() {
  const done = step('Unit and API tests')
  const file = 'vitest.json'
  const ended = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(results, file)}`], {
    show: true,
    env: testEnvironment,
  })
  const report = readResults(file, 'Unit and API tests')
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = report
  done()
  return counted('Unit and API tests', { passed, failed, skipped: numPendingTests + numTodoTests, failures: vitestFailures(report) }, ended)
}

async function browserTests(chromium) {
  if (chromium instanceof Error) throw chromium
  const done = step('Browser tests')
  const file = 'playwright.json'
  const env = { ...testEnvironment, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, file) }
  const ended = await run('node', [join('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json'], {
    show: true,
    env,
    cwd: join(root, 'e2e'),
  })
  const report = readResults(file, 'Browser tests')
  const { expected, unexpected, flaky, skipped } = report.stats
  done()
  return counted('Browser tests', { passed: expected, failed: unexpected + flaky, skipped, failures: playwrightFailures(report) }, ended)
}

await main(async () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      interrupt()
      endChildren('SIGTERM')
    })
  }
  checkMachine()
  await install()
  await checkInstalledNode()
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const programs = installPrograms()
  // Packages that are half installed when the run ends could not be installed by the next one.
  await checkSources().finally(() => programs)
  const chromium = await programs
  const unit = await unitTests()
  await buildUnits()
  const browser = await browserTests(chromium)
  const passed = unit.passed + browser.passed
  const failed = unit.failed + browser.failed
  // Once more, because a log of an hour is read from its end.
  for (const failure of [...unit.failures, ...browser.failures]) process.stdout.write(`\nFailed: ${failure}\n`)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  if (failed > 0) process.exitCode = 1
})
