import { CommanderError } from 'commander'
import { createProgram } from './cli/program.ts'
import { reportFailure } from './cli/report.ts'

/** Exit status: 0 done, 1 refused or failed, 2 wrong usage. */
async function main(): Promise<number> {
  const asJson = process.argv.includes('--json')
  try {
    await createProgram().parseAsync()
    // A doctor who found something has said it, as the result.
    return Number(process.exitCode ?? 0)
  } catch (error) {
    // Commander has said what is wrong already; --help comes this way too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    reportFailure(error, asJson)
    return 1
  }
}

process.exitCode = await main()
