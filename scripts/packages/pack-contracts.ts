// npm run pack:contracts: compiles, packs and checks the packages for repositories of their own (docs/developing.md).
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../remotes.ts'
import { checkPackages } from './check-packages.ts'
import { compilePackages } from './compile.ts'
import { packageFoldersOf } from '../create-remote/contract-packages.ts'
import { packPackages } from './pack-packages.ts'

const help = `npm run pack:contracts: compile and pack the contract packages and the release tools, for teams with repositories of
their own. Each archive has compiled modules with their declarations, and is installed and checked outside of the workspace:
publint, every entry, and the types as both ways of resolving modules see them.

Publish them with npm publish ARCHIVE, or put them where the teams can install them from.

Options:
  --out DIR    where the archives are written (.cache/packages)
  --json       print the packages as JSON: [{"name", "version", "tarball"}]
  --help       this text

Exit status: 0 packed, 1 failed or not usable, 2 wrong usage.
`

async function main(args: string[]): Promise<number> {
  const options = { out: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const
  let values
  try {
    values = parseArgs({ args, options }).values
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nSee npm run pack:contracts -- --help.\n`)
    return 2
  }
  if (values.help) {
    process.stdout.write(help)
    return 0
  }
  const say = (text: string) => process.stderr.write(`${text}\n`)
  say(`Compiling ${packageFoldersOf(root).length} packages …`)
  await compilePackages()
  say('Packing …')
  const packages = await packPackages(resolve(values.out ?? join(root, '.cache', 'packages')))
  say('Checking the archives outside of the workspace …')
  const faults = await checkPackages(packages)
  for (const fault of faults) say(`  ${fault}`)
  if (faults.length > 0) {
    say(`The packages cannot be used: ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}.`)
    return 1
  }
  const lines = packages.map(({ name, version, tarball }) => `${name} ${version}  ${relative(process.cwd(), tarball)}`)
  process.stdout.write(`${values.json ? JSON.stringify(packages, null, 2) : lines.join('\n')}\n`)
  return 0
}

process.exitCode = await main(process.argv.slice(2))
