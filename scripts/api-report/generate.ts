// npm run generate:api-report: writes report.api.md of every contract package, and the record of what pages of this version
// of the contract call. A record that would break pages that are served is not written.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../remotes.ts'
import { currentRecord } from './served.ts'
import { apiReports } from './api-report.ts'

for (const [file, text] of Object.entries(await apiReports())) writeFileSync(join(root, file), text)
const { file, text, breaks } = currentRecord()
if (breaks.length === 0) writeFileSync(join(root, file), text)
else {
  const list = breaks.map((one) => `  ${one}`).join('\n')
  process.stderr.write(
    `${file} was not written, because pages that are served would break:\n${list}\nKeep accepting and answering this beside what is new, or raise the major version of the contract (CONTRIBUTING.md "Change a contract").\n`,
  )
  process.exitCode = 1
}
