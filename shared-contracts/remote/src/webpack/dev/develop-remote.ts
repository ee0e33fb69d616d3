import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { serveRemote } from './serve-remote.ts'

/** Wrong usage of the command. */
class UsageError extends Error {}
/** A condition that keeps the server from running. */
class DevelopmentError extends Error {}

export interface DevelopOptions {
  /** The command as it is typed, for its help: `npm run dev --`. */
  readonly command: string
  /** Port unless `--port` names one. */
  readonly port?: number
}

const defaults = { site: 'http://127.0.0.1:8080', port: 9100 }

const helpOf = (command: string, port: number) => `${command}: run one remote from its sources inside the real shell.

It serves the remote on 127.0.0.1 and prints a link. Opened by an administrator, the link puts the development build
in place of the released one, in that browser and sign-in alone. Changes show without a reload and keep what was typed. Errors of the build and of
types show here and on the page.

Options:
  --site URL   the site to develop in (${defaults.site}, as npm start serves it)
  --port N     port on 127.0.0.1 (${port})
  --json       one JSON object per line: {"event": "ready" | "built" | "failed" | "types", …}
  --help       this text

Exit status: 0 ended by Ctrl-C, 1 failed, 2 wrong usage.
`

interface Asked {
  readonly site: string
  readonly port: number
  readonly json: boolean
}

function read(args: readonly string[], defaultPort: number): Asked | 'help' {
  const options = { site: { type: 'string' }, port: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const
  let values
  try {
    values = parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
  if (values.help) return 'help'
  const site = URL.parse(values.site ?? defaults.site)
  if (!site || !/^https?:$/u.test(site.protocol)) throw new UsageError('--site is the address of a site, as in https://ads.example.')
  const port = Number(values.port ?? defaultPort)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new UsageError('--port is a number from 1 to 65535.')
  return { site: site.origin, port, json: values.json ?? false }
}

function checkPort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', () => reject(new DevelopmentError(`Port ${port} is taken: choose another with --port.`)))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()))
  })
}

async function run(folder: string, { site, port, json }: Asked): Promise<void> {
  const say = (event: object, text: string) => process.stdout.write(`${json ? JSON.stringify(event) : text}\n`)
  await checkPort(port)
  say({ event: 'starting' }, 'Building …')
  let started = performance.now()
  const served = await serveRemote(folder, {
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
    onTypes(errors) {
      const text = errors.join('\n')
      say(
        { event: 'types', errors: errors.length, text },
        errors.length === 0 ? '  types are right' : `  errors of types: ${errors.length}\n${text}`,
      )
    },
  })
  const { area, origin } = served
  const link = `${site}/development?${new URLSearchParams({ area, origin })}`
  const hint = `\nOpen as an administrator of ${site}:\n  ${link}\n\nCtrl-C ends it.`
  say({ event: 'ready', area, origin, link }, hint)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void served.stop().then(() => process.exit(0)))
}

/** Runs the development command of the remote in `folder`: reads its options, serves until Ctrl-C, and sets the exit status. */
export async function developRemote(
  folder: string,
  args: readonly string[],
  { command, port = defaults.port }: DevelopOptions,
): Promise<void> {
  try {
    const asked = read(args, port)
    if (asked === 'help') process.stdout.write(helpOf(command, port))
    else await run(folder, asked)
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof DevelopmentError)) throw error
    process.stderr.write(`${error.message}${error instanceof UsageError ? `\nSee ${command} --help.` : ''}\n`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}
