#!/usr/bin/env node
import { CommanderError } from 'commander'
import { createProgram, givenRegistry } from './cli/create-program.ts'
import { reportFailure } from './cli/report.ts'

/** Exit status: 0 success, 1 refused or failed, 2 wrong usage. */
async function main(): Promise<number> {
  const asJson = process.argv.includes('--json')
  const program = createProgram()
  try {
    await program.parseAsync()
    // doctor and impact set the status when what they report has problems.
    return Number(process.exitCode ?? 0)
  } catch (error) {
    // Commander has already printed the message; --help arrives here too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    reportFailure(error, asJson, givenRegistry(program))
    return 1
  }
}

process.exitCode = await main()
