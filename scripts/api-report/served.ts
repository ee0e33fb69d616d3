// Records what pages of each version of the contract call (api/served/<version>.json), so that a change that breaks the
// pages that are served fails (docs/releasing.md "Pages and API").
import { openApiDocument } from '@adsite/api'
import { apiVersion, isServedVersion } from '@adsite/contract'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../remotes.ts'
import { breaksOf, type Break } from './breaks.ts'
import { fold, operationsOf, unfold, type Operations } from './operations.ts'

export const recordsFolder = join('api', 'served')

/** The file of a version, below the root. */
export const recordFile = (version: string): string => join(recordsFolder, `${version}.json`)

/** A record as its file has it: one line for each call and each part. */
export function recordText(operations: Operations): string {
  const lines = (entries: object) => Object.entries(entries).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  const { operations: calls, parts } = fold(operations)
  return `{\n  "operations": {\n${lines(calls).join(',\n')}\n  },\n  "parts": {\n${lines(parts).join(',\n')}\n  }\n}\n`
}

/** The calls of the API as it is now. */
export const currentOperations = (): Operations => operationsOf(openApiDocument())

/** The records of the versions that the API serves. */
export function readRecords(): Record<string, Operations> {
  const versions = readdirSync(join(root, recordsFolder)).map((file) => file.replace(/\.json$/u, ''))
  const served = versions.filter((version) => isServedVersion(version))
  return Object.fromEntries(served.map((version) => [version, unfold(JSON.parse(readFileSync(join(root, recordFile(version)), 'utf8')))]))
}

/**
 * What older pages do not know and can show all the same: values of a list that they show under their own name, and a
 * refusal that no single record of a bulk action gets. And what none of them asked for before it grew: the choices of factors.
 */
const harmless = [
  /^GET \/api\/release — answer\.data\[\]\.changed\.action is "end_canary"/u,
  /^GET \/api\/release\/\{unit\}\/history — answer\.data\[\]\.action is "end_canary"/u,
  /^GET \/api\/release\/\{unit\}\/failures — answer\.data\.(?:phases|kinds)\[\]\.phase is "(?:api|blank)"/u,
  /^GET \/api\/factor\/choices — answer\.data\[\] is "(?:passkey|totp|recovery_code)"/u,
  /^GET \/api\/security-event — answer\.data\[\]\.kind is /u,
  /^GET \/api\/advertisement(?:\/\{id\})? — answer\.data(?:\[\])?\.status is "UNLISTED"/u,
  /^GET \/api\/change-request — answer\.data\[\]\.outcome is "OUTDATED"/u,
  /^POST \/api\/[\w/-]+\/bulk — answer\.data\.results\[\]\.code is "page_outdated"/u,
]

const isHarmless = ({ call, why }: Break) => harmless.some((known) => known.test(`${call} — ${why}`))

/** What an API would break for pages of the recorded versions, each said once with the versions. */
export function breaksOfRecords(records: Readonly<Record<string, Operations>>, now: Operations): string[] {
  const found = Object.entries(records).flatMap(([version, older]) =>
    breaksOf(older, now)
      .filter((one) => !isHarmless(one))
      .map(({ call, why }) => ({ version, text: `${call}: ${why}` })),
  )
  return [...Map.groupBy(found, ({ text }) => text)].map(
    ([text, ofVersions]) => `${text} (pages of ${ofVersions.map(({ version }) => version).join(', ')})`,
  )
}

/** The record of this version as it should be: its text, or what keeps it from being written. */
export function currentRecord(): { readonly file: string; readonly text: string; readonly breaks: readonly string[] } {
  const now = currentOperations()
  return { file: recordFile(apiVersion), text: recordText(now), breaks: breaksOfRecords(readRecords(), now) }
}
