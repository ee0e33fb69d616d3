// npm run generate:references: writes the select lists that references are chosen from, without the entities they lead to.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountUsers, entityEndpoints, isKeyOf, type AnyResource, type Endpoint } from '@adsite/contract'
import * as contract from '@adsite/contract'
import { root } from '../remotes.ts'

export const selectListsFile = join(root, 'shared-contracts/contract/src/resource/select-lists.ts')

const isResource = (value: unknown): value is AnyResource =>
  typeof value === 'object' && value !== null && 'fields' in value && 'sections' in value && 'permissions' in value

/** Generates `selectListsFile` from the reference fields of all resources. */
export function selectListsText(): string {
  const resources = [...Object.values<unknown>(contract), ...Object.values(accountUsers)].filter(isResource)
  const targets = new Set(resources.flatMap(({ fields }) => Object.values(fields).flatMap(({ target }) => target ?? [])))
  const lines = [...targets].toSorted().flatMap((target) => {
    const calls: Readonly<Record<string, Endpoint>> = isKeyOf(entityEndpoints, target) ? entityEndpoints[target] : {}
    const { select } = calls
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
