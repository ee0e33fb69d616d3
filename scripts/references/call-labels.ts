// npm run generate:references: writes what each call is called in the audit, without the entities that the calls belong to.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endpoints, type Endpoint } from '@adsite/contract'
import { root } from '../remotes.ts'

export const callLabelsFile = join(root, 'shared-contracts/contract/src/endpoint/call-labels.ts')

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`\'`)}'`

/** Generates `callLabelsFile`. In its order a path with a literal stands before one that has a parameter in its place. */
export function callLabelsText(): string {
  const calls = Object.values(endpoints).flatMap((group) => Object.values<Endpoint>(group))
  const labels = new Map(calls.map(({ method, path, label }) => [`${method} ${path}`, label]))
  const lines = [...labels]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([call, label]) => {
      if (!label) throw new Error(`${call} has no label`)
      return `  ${quoted(call)}: [${quoted(label.ja)}, ${quoted(label.en)}],\n`
    })
  return `// Written by \`npm run generate:references\` from the labels of the endpoints.

/** What each call does, in Japanese and in English. */
export const callLabels: Readonly<Record<string, readonly [ja: string, en: string]>> = {
${lines.join('')}}
`
}

if (import.meta.main) await writeFile(callLabelsFile, callLabelsText())
