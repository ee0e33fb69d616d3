// `npm run test:mutation -- [GROUP…]`: changes the code in small ways and says which changes no test notices (docs/testing.md).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, matchesGlob, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { groups, type Part } from './groups.ts'
import { sqlMutation, TestsFail } from './sql-mutation.ts'

const wanted = 90

const help = `npm run test:mutation -- [GROUP…]: mutation testing of the rules that must not break unnoticed.

Changes the code of a group in small ways, one at a time (a "mutant"), and runs the tests of the group against each.
A mutant that no test notices survives: it shows a missing test, or changes nothing that can be observed. TypeScript is
changed by Stryker, the SQL in template literals by src/sql-mutants.ts.

Groups: ${Object.keys(groups).join(', ')} (all without one)

Options:
  --concurrency N  mutants that are tried at the same time (2)
  --only KIND      typescript or sql alone
  --part N         of each group, only the N-th part (src/groups.ts)
  --no-database    leave out the parts whose tests need PostgreSQL, which take the longest
  --force          try all mutants of TypeScript again, those too that nothing has changed for since the last run
  --survivors      of the SQL, try only the mutants that survived the last time
  --sample N       of the SQL, try every N-th mutant
  --help           this text

Reports: .cache/mutation/GROUP-N.html.
Exit status: 0 at least ${wanted} % of each group's mutants die, 1 fewer or failed, 2 wrong usage.
`

const root = join(import.meta.dirname, '../..')

interface Count {
  readonly mutants: number
  readonly survived: number
}

interface Options {
  readonly concurrency: number
  readonly only?: string | undefined
  readonly part?: number | undefined
  readonly database: boolean
  readonly force: boolean
  readonly survivors: boolean
  readonly sample: number
}

async function mutateTypeScript(name: string, part: Part, { concurrency, force }: Options): Promise<Count> {
  const mutate = part.mutate ?? []
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the options of the Vitest runner are its own, which the types of Stryker do not know
  const stryker = new Stryker({
    mutate: [...mutate, '!**/*.test.ts'],
    ignorePatterns: ['.cache', '**/dist', '/data*', '/e2e', '/docs/images'],
    testRunner: 'vitest',
    plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
    // Names are checked by the compiler, texts by people.
    mutator: { excludedMutations: ['StringLiteral'] },
    vitest: { configFile: 'mutation/vitest.config.ts', related: false },
    concurrency,
    incremental: true,
    force,
    incrementalFile: `.cache/mutation/${name}.json`,
    tempDirName: '.cache/mutation/copy',
    // Vitest runs TypeScript without checking types.
    disableTypeChecks: false,
    // Stryker reads this file with TypeScript's own API, which TypeScript 7 does not have; a file that does not exist is not read.
    tsconfigFile: 'none',
    timeoutMS: 20_000,
    reporters: ['clear-text', 'progress-append-only', 'html'],
    clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: false },
    htmlReporter: { fileName: `.cache/mutation/${name}.html` },
  } as ConstructorParameters<typeof Stryker>[0])
  const results = await stryker.runMutationTest()
  // An incremental run answers the mutants of former runs too, whatever is mutated now. Like Stryker's own score, the count leaves
  // out mutants that are ignored and those with which a module does not even load.
  const counted = results.filter(
    ({ fileName, status }) =>
      !['Ignored', 'RuntimeError', 'CompileError'].includes(status) && mutate.some((glob) => matchesGlob(relative(root, fileName), glob)),
  )
  return { mutants: counted.length, survived: counted.filter(({ status }) => status !== 'Killed' && status !== 'Timeout').length }
}

async function run(name: string, part: Part, options: Options): Promise<Count[]> {
  if (part.database && !options.database) return []
  process.env['MUTATION_PART'] = JSON.stringify(part)
  return [
    ...(part.mutate && options.only !== 'sql' ? [await mutateTypeScript(name, part, options)] : []),
    ...(part.sql && options.only !== 'typescript' ? [await sqlMutation({ name, part, root, temporary }, options)] : []),
  ]
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = { concurrency: text, only: text, part: text, 'no-database': flag, force: flag, survivors: flag, sample: text, help: flag }
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const unknown = positionals.filter((name) => !Object.hasOwn(groups, name))
  if (unknown.length > 0) throw new TypeError(`No group is called ${unknown.join(', ')}.`)
  if (values.only !== undefined && values.only !== 'sql' && values.only !== 'typescript')
    throw new TypeError('--only is typescript or sql.')
  const [concurrency, sample, part] = [Number(values.concurrency ?? 2), Number(values.sample ?? 1), Number(values.part ?? 1)]
  if (![concurrency, sample, part].every((value) => Number.isSafeInteger(value) && value > 0))
    throw new TypeError('--concurrency, --sample and --part are whole numbers from 1.')
  return {
    names: positionals.length > 0 ? positionals : Object.keys(groups),
    help: values.help ?? false,
    options: {
      concurrency,
      only: values.only,
      part: values.part === undefined ? undefined : part,
      database: !values['no-database'],
      force: values.force ?? false,
      survivors: values.survivors ?? false,
      sample,
    },
  }
}

async function main(args: string[]): Promise<number> {
  const { names, help: asksForHelp, options } = parse(args)
  if (asksForHelp) {
    process.stdout.write(help)
    return 0
  }
  const lines: string[] = []
  /** Adds a line to the result; answers whether enough mutants die. */
  function tell(name: string, counts: readonly Count[]): boolean {
    const mutants = counts.reduce((sum, count) => sum + count.mutants, 0)
    const killed = mutants - counts.reduce((sum, count) => sum + count.survived, 0)
    if (mutants === 0) return true
    const share = (100 * killed) / mutants
    lines.push(`${name.padEnd(12)} ${mutants} mutants, ${killed} killed (${share.toFixed(1)} %)`)
    return share >= wanted
  }
  let enough = true
  for (const name of names) {
    const counts: Count[] = []
    for (const [index, part] of (groups[name] ?? []).entries()) {
      if (options.part !== undefined && options.part !== index + 1) continue
      const ofPart = await run(`${name}-${index + 1}`, part, options)
      tell(`${name}-${index + 1}`, ofPart)
      counts.push(...ofPart)
    }
    enough = tell(name, counts) && enough
  }
  process.stdout.write(`\n${lines.join('\n')}\n`)
  return enough ? 0 : 1
}

// The tests' databases and directories: those of a test that was ended stay behind otherwise.
const temporary = await mkdtemp(join(tmpdir(), 'mutation-'))
process.env['TMPDIR'] = temporary
process.chdir(root)
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (error instanceof TestsFail) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  } else if (error instanceof TypeError) {
    process.stderr.write(`${error.message}\nSee npm run test:mutation -- --help.\n`)
    process.exitCode = 2
  } else throw error
} finally {
  await rm(temporary, { recursive: true, force: true })
}
