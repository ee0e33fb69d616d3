// npm run generate:references: writes the select lists that references are chosen from, without the entities they lead to.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { entityEndpoints, isKeyOf, type Endpoint } from '@adsite/contract'
import { root } from '../remotes.ts'

export const selectListsFile = join(root, 'shared-contracts/contract/src/resource/select-lists.ts')

/** Generates `selectListsFile` from the reference fields of all bodies. */
export function selectListsText(): string {
  const calls = Object.values<Readonly<Record<string, Endpoint>>>(entityEndpoints).flatMap((group) => Object.values(group))
  const targets = new Set(calls.flatMap(({ fields = {} }) => Object.values(fields).flatMap(({ target }) => target ?? [])))
  const lines = [...targets].toSorted().flatMap((target) => {
    const { select }: Readonly<Record<string, Endpoint>> = isKeyOf(entityEndpoints, target) ? entityEndpoints[target] : {}
    if (!select) return []
    return `  ${target}: selectEndpoint('${target}', '${select.path.replace('/select_list', '')}', '${select.permission}'),\n`
  })
  return `// Written by \`npm run generate:references\` from the entities that references lead to.
import { selectEndpoint } from './resource-endpoints.ts'

export const entitySelectLists = {
${lines.join('')}}
`
}

if (import.meta.main) await writeFile(selectListsFile, selectListsText())
