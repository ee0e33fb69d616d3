// npm run sbom: bills of materials of what is delivered, and a check of its licences (docs/security.md "Dependencies").
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { areasOf, root } from '../remotes.ts'
import { licenceFaults } from './licences.ts'
import { writeSboms } from './write-sboms.ts'

const units = ['site', 'shell', ...areasOf(root)]

const help = `npm run sbom -- [UNIT …]: write a CycloneDX bill of materials for each unit, and check the licences.

Units: ${units.join(', ')} (without any: all)

Options:
  --out DIR    where the files UNIT-VERSION.cdx.json are written (.cache/sbom)
  --json       print the result as JSON: [{"unit", "version", "file", "components"}]
  --help       this text

Exit status: 0 written and every licence accepted, 1 failed or a licence is not accepted, 2 wrong usage.
`

async function main(args: string[]): Promise<number> {
  const options = { out: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nSee npm run sbom -- --help.\n`)
    return 2
  }
  const { values, positionals } = parsed
  if (values.help) {
    process.stdout.write(help)
    return 0
  }
  const unknown = positionals.find((unit) => !units.includes(unit))
  if (unknown !== undefined) {
    process.stderr.write(`There is no unit "${unknown}": name one of ${units.join(', ')}.\n`)
    return 2
  }
  process.stderr.write('Reading the packages …\n')
  const written = await writeSboms(positionals.length > 0 ? positionals : units, resolve(values.out ?? join(root, '.cache', 'sbom')))
  const faults = new Set(written.flatMap(({ components }) => licenceFaults(components)))
  const rows = written.map(({ unit, version, file, components }) => ({
    unit,
    version,
    file: relative(process.cwd(), file),
    components: components.length,
  }))
  const lines = rows.map(({ unit, version, file, components }) => `${unit} ${version}  ${components} components  ${file}`)
  process.stdout.write(`${values.json ? JSON.stringify(rows, null, 2) : lines.join('\n')}\n`)
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  return faults.size > 0 ? 1 : 0
}

process.exitCode = await main(process.argv.slice(2))
