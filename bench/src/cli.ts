// `pnpm bench [NAME…]` (spec/design "Speed to reach"): measures, and prints one table with ratios.
import { cpus, totalmem } from 'node:os'
import { Argument, Command, CommanderError, InvalidArgumentError } from 'commander'
import { benches } from './benches.ts'
import { endAtSignals } from './base/at-signal.ts'
import type { BenchResult } from './base/figure.ts'
import { ratioOf, tableOf } from './base/table.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

const notes = `
Benches:
${benches.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`).join('\n')}

Database: DATABASE_URL, else the one that \`pnpm seed\` filled in DATA_DIR (default: data-scale).
"beside" is measured in the same run, in turns with ours: the ratio tells, not the milliseconds.
Exit status: 0 measured, whatever came out; 1 it could not be measured; 2 wrong usage.
What was measured, and on what machine: docs/benchmarks.md.`

/** Reads a whole number of at most so many digits. */
const wholeNumber = (digits: number) => (value: string) => {
  if (/^[1-9]\d*$/u.test(value) && value.length <= digits) return Number(value)
  throw new InvalidArgumentError(`Use a whole number from 1 to ${'9'.repeat(digits)}.`)
}

function machine(): string {
  const processors = cpus()
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
}

async function main(): Promise<number> {
  const command = new Command('bench')
    .description('Measure the product, and print one table with ratios.')
    .addArgument(new Argument('[names...]', 'which benches (default: all)').choices(benches.map(({ name }) => name)))
    .option('--runs <number>', 'how often each figure is measured', wholeNumber(5), 40)
    .option('--facts <number>', 'facts of the databases that `cluster` fills', wholeNumber(9), 2_000_000)
    .option('--json', 'print the figures as JSON', false)
    .addHelpText('after', notes)
    .exitOverride()
    .showHelpAfterError('Run with --help for all options.')
    .parse()
  const { runs, facts, json } = command.opts<{ runs: number; facts: number; json: boolean }>()
  const names = command.args
  const results: BenchResult[] = []
  for (const { name, run } of benches.filter((bench) => names.length === 0 || names.includes(bench.name))) {
    complain(`${name} …`)
    results.push({ bench: name, figures: await run({ runs, facts, progress: (line) => complain(`  ${line}`) }) })
  }
  const figures = results.flatMap(({ bench, figures }) => figures.map((figure) => ({ bench, ...figure, ratio: ratioOf(figure) ?? null })))
  if (json) say(JSON.stringify({ machine: machine(), runs, figures }, null, 2))
  else say(`${machine()}\n\n${tableOf(results)}`)
  return 0
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  complain(error instanceof Error ? error.message : String(error))
  return 1
}

endAtSignals()
process.exitCode = await main().catch(explain)
