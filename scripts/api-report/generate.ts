// npm run generate:api-report: writes report.api.md of every contract package, and the record of what pages of this version
// of the contract call, and says which builds in use a change reaches. A record that would break pages that are served is
// not written.
import { openRegistry } from '@adsite/release'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../remotes.ts'
import { apiReports } from './api-report.ts'
import { changedCalls, changedExports, describeChanges, isShared } from './changes.ts'
import { unfold } from './operations.ts'
import { currentOperations, currentRecord } from './served.ts'

const { values } = parseArgs({
  options: {
    /** The registry whose builds in use are named: a directory, or s3://bucket/prefix. */
    registry: { type: 'string', default: process.env.REGISTRY ?? '' },
    channel: { type: 'string', default: 'stable' },
    /** The commit that the change is compared with. */
    since: { type: 'string', default: 'HEAD' },
  },
})

/** A file as the commit has it; null if it has none, or nothing is known of commits here. */
function committed(file: string): string | null {
  try {
    return execFileSync('git', ['show', `${values.since}:./${file}`], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 26,
    })
  } catch {
    return null
  }
}

const reports = await apiReports()
for (const [file, text] of Object.entries(reports)) writeFileSync(join(root, file), text)
const { file, text, breaks } = currentRecord()

const before = committed(file)
const exports = Object.entries(reports).flatMap(([path, now]) => {
  const name = `@adsite/${path.split('/')[1]}`
  return isShared(name) ? [[name, changedExports(committed(path) ?? '', now)] as const] : []
})
const calls = before === null ? [] : changedCalls(unfold(JSON.parse(before)), currentOperations())
const registry = values.registry === '' ? null : openRegistry(values.registry)
const changes = await describeChanges({ calls, exports: Object.fromEntries(exports) }, registry, values.channel)
process.stdout.write(`${changes}\n`)

if (breaks.length === 0) writeFileSync(join(root, file), text)
else {
  const list = breaks.map((one) => `  ${one}`).join('\n')
  process.stderr.write(
    `${file} was not written, because pages that are served would break:\n${list}\nKeep accepting and answering this beside what is new, or raise the major version of the contract (CONTRIBUTING.md "Change a contract").\n`,
  )
  process.exitCode = 1
}
