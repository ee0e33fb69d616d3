#!/usr/bin/env node
import { CommanderError } from 'commander'
import { createProgram, givenRegistry } from './cli/create-program.ts'
import { reportFailure, usageFailure } from './cli/report.ts'
import { ReleaseError } from './error/release-error.ts'

/** Exit status: 0 success, 1 refused or failed, 2 wrong usage. */
async function main(): Promise<number> {
  const asJson = process.argv.includes('--json')
  const program = createProgram({ quiet: asJson })
  try {
    await program.parseAsync()
    // doctor and impact set the status when what they report has problems.
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) {
      // --help arrives here too. Without --json, Commander has printed the message.
      if (error.exitCode === 0) return 0
      if (asJson) reportFailure(usageFailure(error), asJson, undefined)
      return 2
    }
    reportFailure(error, asJson, givenRegistry(program))
    // No unit, channel or build can have such a name, whatever the registry has.
    return error instanceof ReleaseError && error.code === 'invalid_name' ? 2 : 1
  }
}

process.exitCode = await main()
