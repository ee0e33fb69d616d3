import { required } from '@adsite/contract'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

interface Package {
  readonly name: string
  readonly folder: string
  readonly role: string | undefined
  readonly imports: readonly string[]
}

interface PackageFile {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly adsite?: { readonly role: string }
}

/** The packages of the workspace and the root, which composes the site, with the packages that each declares to import. */
export function packagesOf(root: string): Package[] {
  const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
  const [packageList = ''] = workspace.split('\ncatalog:')
  const patterns = [...packageList.matchAll(/^ {2}- (\S+)$/gmu)].map(([, pattern = '']) => `${pattern}/package.json`)
  return globSync(['package.json', ...patterns], { cwd: root })
    .toSorted()
    .map((file) => {
      const { name, dependencies, devDependencies, adsite }: PackageFile = JSON.parse(readFileSync(join(root, file), 'utf8'))
      const declared = Object.entries({ ...dependencies, ...devDependencies })
      const imports = declared.filter(([, version]) => version.startsWith('workspace:')).map(([imported]) => imported)
      return { name, folder: dirname(file) === '.' ? 'scripts' : dirname(file), role: adsite?.role, imports }
    })
}

/** All packages that a package reaches, directly or through others. */
function reached(name: string, packages: ReadonlyMap<string, Package>): Set<string> {
  const found = new Set<string>()
  const visit = (current: string) => {
    for (const imported of packages.get(current)?.imports ?? []) {
      if (found.has(imported)) continue
      found.add(imported)
      visit(imported)
    }
  }
  visit(name)
  return found
}

const idOf = (folder: string) => folder.replaceAll(/[^\w]/gu, '_')

/**
 * A flowchart of who imports whom. It leaves out an arrow when a longer path leads to the same package. The shell imports
 * no area but loads their builds in the browser, which a dotted arrow shows.
 */
export function packagesDiagram(root: string): string {
  const all = packagesOf(root)
  const packages = new Map(all.map((each) => [each.name, each]))
  const areas = all.filter(({ role }) => role === 'area')
  const nodes = all.map(({ folder }) => `  ${idOf(folder)}["${folder}"]`)
  const arrows = all.flatMap(({ folder, role, imports }) => {
    const direct = imports.filter((imported) => !imports.some((other) => reached(other, packages).has(imported)))
    return [
      ...direct.map(
        (imported) =>
          `  ${idOf(folder)} --> ${idOf(required(packages.get(imported), `the package ${imported}, which ${folder} declares`).folder)}`,
      ),
      ...(role === 'shell' ? areas.map((area) => `  ${idOf(folder)} -. loads .-> ${idOf(area.folder)}`) : []),
    ]
  })
  return ['flowchart TD', ...nodes, ...arrows].join('\n')
}

/** Every package with a link to its README and all packages that it imports. */
export function packagesList(root: string): string {
  const packages = packagesOf(root).filter(({ role }) => role !== undefined)
  const folders = new Map(packages.map(({ name, folder }) => [name, basename(folder)]))
  return packages
    .map(
      ({ folder, imports }) =>
        `- [${basename(folder)}](../${folder}/README.md) imports ${imports.map((name) => folders.get(name)).join(', ') || 'no other package'}.`,
    )
    .join('\n')
}
