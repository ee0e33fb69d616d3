import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import * as v from 'valibot'
import webpack from 'webpack'

const named = v.pipe(v.string(), v.parseJson(), v.object({ name: v.string() }))
const packages = new Map<string, { readonly folder: string; readonly name: string } | null>()

/** The package that a folder belongs to; a package.json without a name only sets the kind of modules. */
function packageOf(folder: string): { readonly folder: string; readonly name: string } | null {
  const known = packages.get(folder)
  if (known !== undefined) return known
  const file = join(folder, 'package.json')
  const parsed = existsSync(file) ? v.safeParse(named, readFileSync(file, 'utf8')) : null
  const above = () => (dirname(folder) === folder ? null : packageOf(dirname(folder)))
  const found = parsed?.success ? { folder, name: parsed.output.name } : above()
  packages.set(folder, found)
  return found
}

/** The name of the package that a file belongs to; null for webpack's own modules. */
export function ownerOf(path: string): string | null {
  return isAbsolute(path) ? (packageOf(dirname(path))?.name ?? null) : null
}

/** A file by its package, the same in whichever folder it is built: `remote-ad/src/area.ts`, `react-dom/client.js`. */
export function sourceName(path: string): string {
  // webpack's own modules have names instead of paths.
  const owner = isAbsolute(path) ? packageOf(dirname(path)) : null
  if (!owner) return 'webpack'
  return `${owner.name.replace(/^@adsite\//u, '')}/${relative(owner.folder, path).split(sep).join('/')}`
}

/**
 * Source maps of released scripts, which publish keeps apart from what browsers get (docs/decisions/0024-evidence.md):
 * nothing in a script refers to them, and they contain no sources.
 */
export function sourceMaps(): InstanceType<typeof webpack.SourceMapDevToolPlugin> {
  const name = ({ absoluteResourcePath }: { readonly absoluteResourcePath: string }) => sourceName(absoluteResourcePath)
  return new webpack.SourceMapDevToolPlugin({
    filename: '[file].map',
    test: /\.js$/u,
    append: false,
    noSources: true,
    moduleFilenameTemplate: name,
    fallbackModuleFilenameTemplate: name,
  })
}
