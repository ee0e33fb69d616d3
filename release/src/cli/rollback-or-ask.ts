import { createInterface } from 'node:readline/promises'
import { ReleaseError } from '../error/release-error.ts'
import type { RollbackOptions, RolledBack } from '../move/rollback.ts'
import type { Place } from './place.ts'
import { rollback } from './verbs.ts'

/**
 * Rolls back. Soon after another rollback it asks on a terminal whether one more is meant; elsewhere that is refused.
 * @throws ReleaseError
 */
export async function rollbackOrAsk(place: Place, options: RollbackOptions): Promise<RolledBack> {
  try {
    return await rollback(place, options)
  } catch (error) {
    const asked = error instanceof ReleaseError && error.code === 'rollback_repeated' && error.replaces !== null
    if (!asked || !process.stdin.isTTY || !process.stderr.isTTY) throw error
    if (!(await agrees(`${error.what}: ${error.why}.\nRoll back once more, away from ${error.replaces}? [y/N] `))) throw error
    return rollback(place, { ...options, from: error.replaces })
  }
}

async function agrees(question: string): Promise<boolean> {
  // Standard output is for the result.
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/iu.test((await terminal.question(question)).trim())
  } finally {
    terminal.close()
  }
}
