import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'

const packageFile = v.object({
  name: v.string(),
  version: v.string(),
  dependencies: v.optional(v.record(v.string(), v.string())),
  devDependencies: v.optional(v.record(v.string(), v.string())),
})

export function readPackage(folder: string): v.InferOutput<typeof packageFile> {
  return v.parse(packageFile, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
}

/** The folders of a package and of all workspace packages that go into its build. */
function inputFolders(folder: string, seen = new Map<string, string>()): Map<string, string> {
  const own = readPackage(folder)
  if (seen.has(own.name)) return seen
  seen.set(own.name, folder)
  for (const [name, version] of Object.entries({ ...own.dependencies, ...own.devDependencies })) {
    if (!version.startsWith('workspace:')) continue
    inputFolders(realpathSync(join(folder, 'node_modules', name)), seen)
  }
  return seen
}

/** The version of the package behind a shared module, as resolved for this unit. */
export function versionOf(folder: string, module: string): string {
  const [scope = '', name] = module.split('/')
  const packageName = module.startsWith('@') ? `${scope}/${name}` : scope
  // pnpm only exposes declared dependencies, so the module may resolve only from the workspace package that imports it.
  for (const place of inputFolders(folder).values()) {
    const found = join(place, 'node_modules', packageName)
    if (existsSync(found)) return readPackage(found).version
  }
  throw new Error(`Nothing that ${folder} is built from declares ${packageName}`)
}

/** The nearest lockfile above a folder; it pins all other inputs by version and hash. */
function lockfile(folder: string): string {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    const file = join(at, 'pnpm-lock.yaml')
    if (existsSync(file)) return file
  }
  throw new Error(`No pnpm-lock.yaml above ${folder}`)
}

/**
 * Computes the id of a package's build: its version and a hash of all inputs (its sources, those of the
 * workspace packages it uses, the lockfile). Equal sources give an equal id, so an unchanged unit is neither
 * rebuilt nor republished.
 */
export function buildId(folder: string): string {
  const hash = createHash('sha256').update(readFileSync(lockfile(folder)))
  for (const [name, place] of [...inputFolders(folder)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const files = globSync('**/*', { cwd: place, exclude: (path) => /(^|\/)(node_modules|dist)$/u.test(String(path)) })
      .filter((file) => /\.(tsx?|css|html|json|svg|png|woff2)$/u.test(file) && !/\.test\.tsx?$/u.test(file))
      .toSorted()
    for (const file of files) hash.update(`\0${name}/${file}\0`).update(readFileSync(join(place, file)))
  }
  return `${readPackage(folder).version}-${hash.digest('hex').slice(0, 12)}`
}
