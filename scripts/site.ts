// The site as one process: all of its parts, and the embedded database. Run by `npm start` (docs/decisions/0002).
import { join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { demoLogins, demoPassword, keptFactorKey, startDatabase, StartError, startTracing } from '@adsite/api'
import { openRegistry, ReleaseError } from '@adsite/release'
import { migrateDatabase } from './parts/migrate-database.ts'
import { servingParts } from './parts/parts.ts'
import { openShared, serveParts } from './parts/serve-parts.ts'
import { readSettings, type Settings } from './parts/settings.ts'
import { untilEnded } from './parts/until-ended.ts'
import { releaseBuilt } from './release-built.ts'
import { upMessage } from './supervise.mjs'

const root = join(import.meta.dirname, '..')

// Requests allocate short-lived objects. By default V8 lets several times the live heap accumulate before a collection;
// this setting saves some 100 MB under load at the same speed (docs/benchmarks.md, "Sessions" and "Downloads").
setFlagsFromString('--heap-growing-percent=50')

const say = (line: string) => process.stdout.write(`${line}\n`)

async function releaseOwnBuilds(registry: string): Promise<void> {
  say('Releasing what was built …')
  for (const { unit, build, promoted, running, refused } of await releaseBuilt(
    openRegistry(registry, { notify: say, authority: 'caller' }),
    root,
  )) {
    const kept = running === build ? ' (unchanged)' : ` (kept by operations; built: ${build})`
    say(`  ${unit.padEnd(5)} ${running}${promoted ? '' : kept}`)
    if (refused) say(`        ${refused}`)
  }
}

function sayWhatToTry({ address, mail: { smtpUrl, outbox }, demo }: Settings): void {
  say(`
Site: ${address}
`)
  if (!smtpUrl) say(`Mails are kept in ${outbox}: mails.txt lists them with their links (SMTP_URL sends them instead).\n`)
  if (demo) {
    say(`Demo logins (password ${demoPassword}):
${demoLogins.map(({ email, accounts }) => `  ${email.padEnd(26)} ${accounts.map(([role]) => role).join(', ')}`).join('\n')}

Try:
  sign in as admin@demo.example and open 広告管理 → 配信結果 (Advertising → Delivery results)
  change a text in remote-ad, run npm start again, then: npm run release -- rollback ad --reason "…"
  read the API: ${address}/api/docs
`)
  }
  say('Ctrl-C ends it.')
}

async function main(): Promise<void> {
  const dataDir = resolve(process.env.DATA_DIR ?? join(root, 'data'))
  const given = { ...process.env, DATA_DIR: dataDir, DEMO: process.env.DEMO === 'off' ? 'off' : 'on' }
  // Checked before anything is started.
  readSettings(given)
  const defaults = { ...given, FACTOR_KEY: process.env.FACTOR_KEY || (await keptFactorKey(join(dataDir, 'factor.key'))) }

  say('Starting the database …')
  const starting = startDatabase({ dataDir, databaseUrl: process.env.DATABASE_URL })
  // Set when the site is told to end while it starts. What then fails has lost its database.
  let ending = false
  let end = async () => (await starting).stop()
  untilEnded(() => {
    ending = true
    say('\nEnding …')
    return end()
  })
  const database = await starting
  if (ending) return
  const settings = readSettings({ ...defaults, DATABASE_URL: database.url })
  try {
    say(database.kind === 'embedded' ? `  PostgreSQL in ${join(dataDir, 'postgres')}` : '  PostgreSQL of DATABASE_URL')
    await migrateDatabase(settings, say)
    // A configured registry is filled by pipelines, not by starting a site.
    if (!process.env.REGISTRY) await releaseOwnBuilds(settings.registry)
    const endTracing = await startTracing('adsite', settings.tracing)
    const shared = openShared('site', settings, say)
    const served = await serveParts(Object.values(servingParts), shared)
    end = async () => {
      await served.end()
      await shared.close()
      await endTracing()
      await database.stop()
    }
    if (!(await served.up)) return
  } catch (error) {
    if (ending) return
    await database.stop()
    throw error
  }
  sayWhatToTry(settings)
  process.send?.(upMessage)
}

main().catch((error: unknown) => {
  const known = error instanceof StartError || error instanceof ReleaseError
  process.stderr.write(`\n${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
