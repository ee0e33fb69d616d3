// pnpm dev AREA: runs one remote with fast refresh inside the real shell, for the developer's own browser
// (docs/developing.md).
import { createServer } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { serveRemote } from '@adsite/remote/webpack'
import { areasOf, root } from './remotes.ts'

const areas = areasOf(root)
/** First port of the development servers; each area has its own, so that several can run at once. */
const firstPort = 9100

const help = `pnpm dev:AREA (or: pnpm dev AREA): run one remote from its sources inside the real shell.

It serves the remote on 127.0.0.1 and prints a link. Opened by an administrator, the link puts the development build
in place of the released one, in that browser and sign-in alone. Changes show without a reload and keep what was typed.

Areas: ${areas.join(', ')}

Options:
  --site URL   the site to develop in (http://127.0.0.1:8080, as npm start serves it)
  --port N     port on 127.0.0.1 (${firstPort} and following, one per area)
  --json       one JSON object per line: {"event": "ready" | "built" | "failed", …}
  --help       this text

Exit status: 0 ended by Ctrl-C, 1 failed, 2 wrong usage.
`

/** Wrong usage of the command. */
class UsageError extends Error {}
/** A condition that keeps the server from running. */
class DevelopmentError extends Error {}

interface Asked {
  readonly area: string
  readonly site: string
  readonly port: number
  readonly json: boolean
}

function read(args: string[]): Asked | 'help' {
  const options = { site: { type: 'string' }, port: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  const { values, positionals } = parsed
  if (values.help) return 'help'
  const [area, ...more] = positionals
  if (area === undefined || more.length > 0) throw new UsageError(`Name one area: ${areas.join(', ')}.`)
  if (!areas.includes(area)) throw new UsageError(`There is no area "${area}": the areas are ${areas.join(', ')}.`)
  const site = URL.parse(values.site ?? 'http://127.0.0.1:8080')
  if (!site || !/^https?:$/u.test(site.protocol)) throw new UsageError('--site is the address of a site, as in https://ads.example.')
  const port = Number(values.port ?? firstPort + areas.indexOf(area))
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new UsageError('--port is a number from 1 to 65535.')
  return { area, site: site.origin, port, json: values.json ?? false }
}

function checkPort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', () => reject(new DevelopmentError(`Port ${port} is taken: choose another with --port.`)))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()))
  })
}

async function run({ area, site, port, json }: Asked): Promise<void> {
  const say = (event: object, text: string) => process.stdout.write(`${json ? JSON.stringify(event) : text}\n`)
  await checkPort(port)
  say({ event: 'starting', area }, `Building ${area} …`)
  let started = performance.now()
  const served = await serveRemote(join(root, `remote-${area}`), {
    port,
    site,
    onStart: () => {
      started = performance.now()
    },
    onBuild(errors, text) {
      const ms = Math.round(performance.now() - started)
      if (errors === 0) say({ event: 'built', ms }, `  built in ${(ms / 1000).toFixed(1)} s`)
      else say({ event: 'failed', errors, text }, `  ${errors} errors:\n${text}`)
    },
  })
  const link = `${site}/development?${new URLSearchParams({ area, origin: served.origin })}`
  const hint = `\nOpen as an administrator of ${site}:\n  ${link}\n\nCtrl-C ends it.`
  say({ event: 'ready', origin: served.origin, link }, hint)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void served.stop().then(() => process.exit(0)))
}

try {
  const asked = read(process.argv.slice(2))
  if (asked === 'help') process.stdout.write(help)
  else await run(asked)
} catch (error) {
  if (!(error instanceof UsageError) && !(error instanceof DevelopmentError)) throw error
  process.stderr.write(`${error.message}${error instanceof UsageError ? '\nSee pnpm dev --help.' : ''}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
