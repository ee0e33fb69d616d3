// npm run generate:routes: writes the names and parameters of all routes, for the compiler.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Area } from '@adsite/remote'
import { areasOf, root } from '../remotes.ts'

export const routeNamesFile = join(root, 'shared-contracts/contract/src/site/route-name.ts')

/** Generates `routeNamesFile` from the areas' route tables. */
export async function routeNamesText(): Promise<string> {
  const areas = await Promise.all(
    areasOf(root).map(async (name) => {
      const { area }: { area: Area } = await import(pathToFileURL(join(root, `remote-${name}/src/area.ts`)).href)
      return area
    }),
  )
  const lines = areas.flatMap(({ routes }) =>
    routes.map(({ name, path }) => {
      const params = [...path.matchAll(/:(\w+)/gu)].map(([, param = '']) => `'${param}'`)
      return `  readonly ${/^\w+$/u.test(name) ? name : `'${name}'`}: ${params.join(' | ') || 'never'}\n`
    }),
  )
  return `// Written by \`npm run generate:routes\` from the areas' route tables.

/** Each route of an area by its name, with the parameters of its path. */
export interface RouteParams {
${lines.join('')}}

export type RouteName = keyof RouteParams

/** The routes whose path takes exactly these parameters (\`never\`: none). */
export type RouteWith<P extends string> = {
  [N in RouteName]: [RouteParams[N]] extends [P] ? ([P] extends [RouteParams[N]] ? N : never) : never
}[RouteName]
`
}

if (import.meta.main) await writeFile(routeNamesFile, await routeNamesText())
