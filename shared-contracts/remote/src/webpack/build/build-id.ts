import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join, sep } from 'node:path'
import * as v from 'valibot'
import { budget } from '../../manifest.ts'

const packageFile = v.object({
  name: v.string(),
  version: v.string(),
  dependencies: v.optional(v.record(v.string(), v.string())),
  devDependencies: v.optional(v.record(v.string(), v.string())),
  peerDependencies: v.optional(v.record(v.string(), v.string())),
  adsite: v.optional(v.object({ owner: v.optional(v.string()), budget: v.optional(budget) })),
})

/**
 * Reads what a build needs of the package.json in a folder.
 * @throws if a field is not as it has to be; the message names file and field
 */
export function readPackage(folder: string): v.InferOutput<typeof packageFile> {
  const file = join(folder, 'package.json')
  const read = v.safeParse(packageFile, JSON.parse(readFileSync(file, 'utf8')))
  if (read.success) return read.output
  const [issue] = read.issues
  throw new Error(`${file}: ${v.getDotPath(issue)}: ${issue.message}`)
}

/** The folder of a package as a module in `folder` finds it; null if it does not. */
function installed(folder: string, name: string): string | null {
  try {
    const file = findPackageJSON(name, join(folder, 'package.json'))
    return file === undefined ? null : realpathSync(dirname(file))
  } catch {
    return null
  }
}

/** The folders of a package and of the site's own packages that go into its build: of this workspace, or installed. */
function inputFolders(folder: string, seen = new Map<string, string>()): Map<string, string> {
  const own = readPackage(folder)
  if (seen.has(own.name)) return seen
  seen.set(own.name, folder)
  for (const [name, version] of Object.entries({ ...own.dependencies, ...own.devDependencies })) {
    if (!version.startsWith('workspace:') && !name.startsWith('@adsite/')) continue
    const place = installed(folder, name)
    if (place === null) throw new Error(`${name} is not installed in ${folder}: install what the lockfile says.`)
    inputFolders(place, seen)
  }
  return seen
}

/** The package behind a shared module: `antd` of `antd/es/table`. */
export function packageOf(module: string): string {
  const [scope = '', name] = module.split('/')
  return module.startsWith('@') ? `${scope}/${name}` : scope
}

/** The version of the package behind a shared module, as resolved for this unit. */
export function versionOf(folder: string, module: string): string {
  const packageName = packageOf(module)
  // pnpm only exposes declared dependencies, so the module may resolve only from the package that imports it.
  for (const place of inputFolders(folder).values()) {
    const found = installed(place, packageName)
    if (found !== null) return readPackage(found).version
  }
  throw new Error(`Nothing that ${folder} is built from declares ${packageName}`)
}

/** The nearest lockfile above a folder; it pins all other inputs by version and hash. */
function lockfile(folder: string): string {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    const file = ['pnpm-lock.yaml', 'package-lock.json'].map((name) => join(at, name)).find((each) => existsSync(each))
    if (file !== undefined) return file
  }
  throw new Error(`No pnpm-lock.yaml or package-lock.json in ${folder} or above: install its packages first.`)
}

/**
 * Computes the id of a package's build: its version and a hash of all inputs (its sources, those of the
 * workspace packages it uses, the lockfile, which pins what is installed). Equal sources give an equal id, so an unchanged unit is neither
 * rebuilt nor republished.
 */
export function buildId(folder: string): string {
  const hash = createHash('sha256').update(readFileSync(lockfile(folder)))
  const sources = [...inputFolders(folder)].filter(([, place]) => !place.includes(`${sep}node_modules${sep}`))
  for (const [name, place] of sources.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const files = globSync('**/*', { cwd: place, exclude: (path) => /(^|\/)(node_modules|dist)$/u.test(String(path)) })
      .filter((file) => /\.(tsx?|css|html|json|svg|png|woff2)$/u.test(file) && !/\.test\.tsx?$/u.test(file))
      .toSorted()
    for (const file of files) hash.update(`\0${name}/${file}\0`).update(readFileSync(join(place, file)))
  }
  return `${readPackage(folder).version}-${hash.digest('hex').slice(0, 12)}`
}
