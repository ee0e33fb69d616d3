// One part of the site as a process of its own (docs/operations/parts.md). `npm start` runs all of them in one.
import { setFlagsFromString } from 'node:v8'
import { startTracing, StartError } from '@adsite/api'
import { ReleaseError } from '@adsite/release'
import { migrateDatabase } from './parts/migrate-database.ts'
import { servingParts } from './parts/parts.ts'
import { exitCodes, readCommand, UsageError } from './parts/read-command.ts'
import { openShared, serveParts } from './parts/serve-parts.ts'
import { untilEnded } from './parts/until-ended.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2), process.env)
  if ('help' in command) return void say(command.help)
  const { name, settings } = command
  if (name === 'migrate') {
    await migrateDatabase(settings, say)
    return void say('The schema is migrated.')
  }
  // Same as for the whole site (site.ts).
  setFlagsFromString('--heap-growing-percent=50')
  const endTracing = await startTracing(`adsite-${name}`, settings.tracing)
  const shared = openShared(name, settings, say)
  const served = await serveParts([servingParts[name]], shared)
  untilEnded(async () => {
    await served.end()
    await shared.close()
    await endTracing()
  })
  if (!(await served.up)) return
  shared.logger.info({ part: name, port: settings.port }, 'ready')
}

main().catch((error: unknown) => {
  const isWrong = error instanceof UsageError || error instanceof StartError
  const isKnown = isWrong || error instanceof ReleaseError
  process.stderr.write(`${isKnown ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(isWrong ? exitCodes.wrong : exitCodes.failed)
})
