import { setTimeout as sleep } from 'node:timers/promises'
import { promote } from '../move/promote.ts'
import { ReleaseError } from '../error/release-error.ts'
import { openRegistry } from '../registry/registry.ts'

/** One of several deployers in separate processes: promotes at the agreed moment and prints the outcome. */
const [directory, unit, build, startAt] = process.argv.slice(2) as [string, string, string, string]

await sleep(Math.max(0, Number(startAt) - Date.now()))
try {
  const { rev } = await promote(openRegistry(directory), { unit, build, channel: 'stable', who: `deployer of ${build}`, why: null })
  process.stdout.write(JSON.stringify({ build, rev }))
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error
  process.stdout.write(JSON.stringify({ build, refused: error.code, message: error.message }))
}
