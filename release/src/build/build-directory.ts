import { remoteManifest, shellManifest, type ReleaseFiles, type RemoteManifest, type ShellManifest } from '@adsite/remote/release-format'
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { ReleaseError } from '../error/release-error.ts'
import { checkName, compressedEndings, isFilePath, releaseFileName, shellUnit } from '../registry/layout.ts'
import { describeIssue } from '../registry/registry.ts'

/** Markers in the shell's page that the gateway replaces; without the first the page would load no remote (gateway/serve-page.ts). */
export const requiredPageMarkers = ['<!--POINTERS-->', '__SHELL_BASE__']

export type UnitManifest =
  | { readonly kind: 'remote'; readonly manifest: RemoteManifest }
  | { readonly kind: 'shell'; readonly manifest: ShellManifest }

/** A build read from its directory, ready for publishing. */
export interface BuildDirectory {
  readonly unit: UnitManifest
  readonly files: ReleaseFiles
  readonly bytes: ReadonlyMap<string, Buffer>
  /** Source maps by the script that they are of. They are no files of the release: browsers never get them. */
  readonly sourceMaps: ReadonlyMap<string, Buffer>
}

const sourceMapEnding = '.js.map'

/** Reads and checks a build's directory; errors name `buildCommand` if it is missing. */
export async function readBuildDirectory(unit: string, directory: string, buildCommand: string): Promise<BuildDirectory> {
  const what = `The build of ${unit} in ${directory} was not published`
  const paths = await listFiles(directory, what, buildCommand)
  const bytes = new Map(await Promise.all(paths.map(async (path) => [path, await readFile(join(directory, path))] as const)))
  return checkBuild(unit, bytes, what, buildCommand)
}

/** Checks the files of a build by their paths. Without files, the error says that there is no directory. */
export function checkBuild(unit: string, given: ReadonlyMap<string, Buffer>, what: string, buildCommand: string): BuildDirectory {
  const bytes = new Map([...given].filter(([path]) => !path.endsWith(sourceMapEnding)))
  const maps = [...given]
    .filter(([path]) => path.endsWith(sourceMapEnding))
    .map(([path, body]) => [path.slice(0, -'.map'.length), body] as const)
  const sourceMaps = new Map(maps.filter(([script]) => bytes.has(script)))
  const written = bytes.get('manifest.json')
  if (!written) {
    const why = bytes.size === 0 ? 'there is no such directory, or it is empty' : 'it has no manifest.json'
    const code = bytes.size === 0 ? 'build_directory_missing' : 'manifest_missing'
    throw new ReleaseError(code, { what, why, advice: `Run "${buildCommand}", or name the directory of a build with --from` })
  }
  const manifest = readManifest(unit, written, what, buildCommand)
  checkContents(unit, manifest, bytes, what)
  const files = Object.fromEntries([...bytes].map(([path, body]) => [path, { sha384: sha384(body), size: body.length }]))
  return { unit: manifest, files, bytes, sourceMaps }
}

/** The hash of a file, in the form of integrity attributes and release.json. */
export function sha384(body: Uint8Array): string {
  return createHash('sha384').update(body).digest('base64')
}

async function listFiles(directory: string, what: string, buildCommand: string): Promise<string[]> {
  const paths: string[] = []
  async function walk(folder: string): Promise<void> {
    for (const entry of await readdir(join(directory, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) await walk(path)
      else if (entry.isFile()) paths.push(path)
      else throw fileRefused(what, path, 'is neither a file nor a directory')
    }
  }
  try {
    await walk('')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') {
      const advice = `Run "${buildCommand}", or name the directory of a build with --from`
      throw new ReleaseError('build_directory_missing', { what, why: 'it is no directory', advice })
    }
    throw error
  }
  return paths.toSorted()
}

/** Parses a manifest.json and checks it for a unit. */
export function readManifest(unit: string, body: Buffer, what: string, buildCommand: string): UnitManifest {
  const advice = `Build again with "${buildCommand}"`
  const invalid = (why: string) => new ReleaseError('manifest_invalid', { what, why: `in manifest.json ${why}`, advice })
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch {
    throw invalid('there is no JSON')
  }
  function parse<S extends v.GenericSchema<unknown, { build: string }>>(schema: S): v.InferOutput<S> {
    const parsed = v.safeParse(schema, json)
    if (!parsed.success) throw invalid(describeIssue(parsed.issues[0]))
    checkName('build', parsed.output.build)
    return parsed.output
  }
  if (unit === shellUnit) return { kind: 'shell', manifest: parse(shellManifest) }
  const manifest = parse(remoteManifest)
  if (manifest.area !== unit) throw invalid(`"area" is ${JSON.stringify(manifest.area)}, not ${JSON.stringify(unit)}`)
  // The entry declares a global variable with this name.
  if (!/^[A-Za-z_$][\w$]*$/.test(manifest.federationName)) throw invalid(`"federationName" is no identifier`)
  const foreign = manifest.routes.find((route) => route.path !== `/${unit}` && !route.path.startsWith(`/${unit}/`))
  if (foreign) throw invalid(`the route ${foreign.name} has the path ${foreign.path}, which is outside of /${unit}`)
  return { kind: 'remote', manifest }
}

function checkContents(unit: string, { kind, manifest }: UnitManifest, bytes: ReadonlyMap<string, Buffer>, what: string): void {
  for (const path of bytes.keys()) {
    if (!isFilePath(path)) throw fileRefused(what, path, 'has a name that is hidden, too long or not made of letters, digits and ._@~+-')
    if (path === releaseFileName) throw fileRefused(what, path, 'has the name of the file that the registry writes itself')
    const compressed = Object.values(compressedEndings).some((ending) => path.endsWith(ending))
    if (compressed) throw fileRefused(what, path, 'has the name of a compressed copy, which publish makes itself')
  }
  if (!bytes.has(manifest.entry)) {
    const advice = 'Correct the build so that "entry" in manifest.json names one of its files'
    throw new ReleaseError('file_missing', { what, why: `its entry ${JSON.stringify(manifest.entry)} is not among the files`, advice })
  }
  if (kind === 'remote') return
  const page = bytes.get('index.html')?.toString('utf8')
  if (page === undefined) {
    throw new ReleaseError('file_missing', {
      what,
      why: `the ${unit} has no index.html`,
      advice: 'Correct the build so that it writes one',
    })
  }
  const missing = requiredPageMarkers.find((marker) => !page.includes(marker))
  if (missing) throw fileRefused(what, 'index.html', `lacks ${missing}, where the gateway puts what the page needs`)
}

function fileRefused(what: string, path: string, why: string): ReleaseError {
  return new ReleaseError('file_refused', { what, why: `the file ${path} ${why}`, advice: 'Correct the build and publish again' })
}
