// pnpm create-remote NAME: creates an area that is ready to build, publish and load (docs/developing.md).
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { createRemote, createStandalone, CreateRemoteError } from './create-remote/create-remote.ts'
import { root } from './remotes.ts'

const help = `pnpm create-remote NAME: make the area remote-NAME with a screen, texts in ja and en, a test, a changelog, a pipeline
example and a script dev:NAME. It builds, publishes and loads as it is.

NAME is 2 to 20 lower-case letters and digits: the first segment of its addresses.

With --standalone, the area gets a folder outside of this workspace: a repository of its own, which installs the site's
packages, with a pipeline that releases over the network (docs/developing.md).

Options:
  --ja TITLE        its title in Japanese (NAME)
  --en TITLE        its title in English (NAME)
  --icon NAME       its icon, of @mdi/js (mdiPuzzleOutline)
  --standalone DIR  make it in this new folder
  --packages DIR    with --standalone: archives of the site's packages (npm run pack:contracts), which are copied beside
                    it; otherwise they are installed from a registry of packages
  --no-install      leave linking its packages to the next pnpm install
  --json            print {"area", "folder"}
  --help            this text

Exit status: 0 made, 1 refused or failed, 2 wrong usage.
`

function install(): Promise<boolean> {
  return new Promise((resolve) => {
    const args = ['--yes', 'pnpm@12.21.0', 'install', '--no-frozen-lockfile', '--prefer-offline', '--reporter=silent']
    const child = spawn('npx', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}

async function main(args: string[]): Promise<number> {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = { ja: text, en: text, icon: text, standalone: text, packages: text, 'no-install': flag, json: flag, help: flag }
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nSee pnpm create-remote --help.\n`)
    return 2
  }
  const { values, positionals } = parsed
  const [name, ...more] = positionals
  if (values.help) {
    process.stdout.write(help)
    return 0
  }
  if (name === undefined || more.length > 0) {
    process.stderr.write('Give one name, as in pnpm create-remote crm.\nSee pnpm create-remote --help.\n')
    return 2
  }
  const { ja = name, en = name, icon = 'mdiPuzzleOutline' } = values
  if (values.packages !== undefined && values.standalone === undefined) {
    process.stderr.write('--packages is for --standalone.\nSee pnpm create-remote --help.\n')
    return 2
  }
  if (values.standalone !== undefined) {
    const place = await createStandalone(root, { name, ja, en, icon }, values.standalone, values.packages ?? null)
    const further = `The area ${name} is made in ${place}. Next, there:
  npm install
  npm test
  npm run dev -- --site https://…   work on it inside a site that runs
  README.md says how it is released.`
    process.stdout.write(`${values.json ? JSON.stringify({ area: name, folder: place }) : further}\n`)
    return 0
  }
  const folder = await createRemote(root, { name, ja, en, icon })
  if (!values['no-install']) {
    process.stderr.write('Linking its packages …\n')
    if (!(await install())) throw new CreateRemoteError(`remote-${name} is made, but its packages could not be linked: run pnpm install.`)
  }
  const next = `remote-${name} is made. Next:
  pnpm dev:${name}                                     work on it inside the running site
  (cd remote-${name} && npm run build)                 build it
  pnpm release publish ${name}, then promote ${name} BUILD  release it
  npm start does the last two by itself.`
  process.stdout.write(`${values.json ? JSON.stringify({ area: name, folder }) : next}\n`)
  return 0
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof CreateRemoteError)) throw error
  process.stderr.write(`${error.message}\n`)
  return 1
})
