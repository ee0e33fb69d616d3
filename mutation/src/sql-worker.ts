// Runs the tests of a part against one mutant after another, in a copy of the repository (sql-mutation.ts).
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createVitest } from 'vitest/node'

export interface Trial {
  readonly file: string
  readonly source: string
  /** What the file is again afterwards. */
  readonly original: string
}

const vitest = await createVitest('test', {
  config: 'mutation/vitest.config.ts',
  watch: false,
  bail: 1,
  maxWorkers: 1,
  reporters: [{}],
  onConsoleLog: () => false,
})
const specifications = await vitest.globTestSpecifications()

async function put(file: string, source: string): Promise<void> {
  await writeFile(file, source)
  vitest.invalidateFile(resolve(file))
}

const answer = (message: boolean | 'ready') => process.send?.(message)

/** The names of the tests that fail, or of files that do; none: all pass. */
async function failures(): Promise<string[]> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const failed = testModules.flatMap((module) => {
    const tests = [...module.children.allTests('failed')].map(({ fullName }) => `${module.relativeModuleId}: ${fullName}`)
    return tests.length === 0 && !module.ok() ? [module.relativeModuleId] : tests
  })
  return [...failed, ...unhandledErrors.map(String)]
}

process.on('message', async (trial: Trial | 'unchanged' | 'end') => {
  if (trial === 'end') {
    await vitest.close()
    process.exit(0)
  }
  if (trial === 'unchanged') {
    const failed = await failures()
    process.stderr.write(failed.map((name) => `Failed: ${name}\n`).join(''))
    answer(failed.length === 0)
    return
  }
  await put(trial.file, trial.source)
  const survived = (await failures()).length === 0
  await put(trial.file, trial.original)
  answer(survived)
})
answer('ready')
