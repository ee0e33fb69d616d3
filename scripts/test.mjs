#!/usr/bin/env node
// npm test: everything that decides whether a change may land.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './machine/chromium.mjs'
import { needProgram } from './machine/system-package.mjs'
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

/** The tests start many Node.js processes: commands, sites, workers. The cache saves each of them compiling its modules. */
const testEnvironment = { ...environment, NODE_COMPILE_CACHE: join(root, '.cache', 'compile') }

async function check(title, program, args) {
  const done = step(title)
  const { code } = await run(program, args, { show: true })
  if (code !== 0) throw new Problem(`${title} failed: see above.`)
  done()
}

function readResults(file, suite) {
  const path = join(results, file)
  if (!existsSync(path)) throw new Problem(`${suite} ended without results: see above.`)
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** A suite that ran nothing has failed whatever its exit status; so has one with skipped tests. */
function counted(suite, { passed, failed, skipped }, code) {
  if (passed + failed === 0) throw new Problem(`${suite} ran no test.`)
  if (skipped > 0) throw new Problem(`${suite} skipped ${skipped} tests.`)
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed }
}

async function unitTests() {
  // The tests report it themselves if there is none.
  for (const [program, packages] of [
    ['nginx', ['nginx-light']],
    ['pgbouncer', ['pgbouncer']],
  ])
    await needProgram(program, packages).catch((problem) => process.stdout.write(`${problem.message}\n`))
  const done = step('Unit and API tests')
  const file = 'vitest.json'
  const { code } = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(results, file)}`], {
    show: true,
    env: testEnvironment,
  })
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = readResults(file, 'Unit and API tests')
  done()
  return counted('Unit and API tests', { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }, code)
}

async function browserTests() {
  const chromium = await findChromium()
  const done = step('Browser tests')
  const file = 'playwright.json'
  const env = { ...testEnvironment, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, file) }
  const { code } = await run('node', [join('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json'], {
    show: true,
    env,
    cwd: join(root, 'e2e'),
  })
  const { stats } = readResults(file, 'Browser tests')
  done()
  return counted('Browser tests', { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }, code)
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
  await check('Lint', 'oxlint', ['--deny-warnings'])
  await check('Imports between packages', 'npm', ['run', '--silent', 'lint:imports'])
  await check('Format', 'oxfmt', ['--check', '.'])
  await check('Types', 'tsc', ['-p', '.'])
  const unit = await unitTests()
  await buildUnits()
  const browser = await browserTests()
  const passed = unit.passed + browser.passed
  const failed = unit.failed + browser.failed
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  if (failed > 0) process.exitCode = 1
})
