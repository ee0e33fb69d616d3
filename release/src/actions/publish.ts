import type { ReleaseFiles } from '@adsite/remote/release-format'
import { ReleaseError } from '../error/release-error.ts'
import { jsonBytes } from '../registry/change-pointer.ts'
import { checkName, compressedEndings, layout, shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import type { UnsignedRelease } from '../signing/release-keys.ts'
import { readBuildDirectory, type BuildDirectory } from './build-directory.ts'
import { checkFit, readLiveShell } from './checks.ts'
import { compress } from './compress.ts'

export interface PublishOptions {
  /** The unit: an area of a remote, or `shell`. */
  readonly unit: string
  /** Directory of the build: manifest.json and the files. */
  readonly from: string
  /** Channel with whose live shell a remote is compared. */
  readonly channel: string
  /** The commit that was built; null if unknown. */
  readonly commit: string | null
  /** Command that errors suggest for making a build. */
  readonly buildCommand: string
}

export interface Published {
  readonly unit: string
  readonly build: string
  readonly files: number
  readonly bytes: number
  /** False if the registry already had this build; nothing was written. */
  readonly created: boolean
}

/**
 * Publishes a build to the registry, create-only; users do not see it before it is promoted. release.json is
 * written last, so that an interrupted publish leaves no build and can be repeated.
 * @throws ReleaseError
 */
export async function publish(registry: Registry, options: PublishOptions): Promise<Published> {
  const { unit, channel } = options
  checkName('unit', unit)
  checkName('channel', channel)
  const directory = await readBuildDirectory(unit, options.from, options.buildCommand)
  const { manifest } = directory.unit
  const { build } = manifest
  const what = `The build ${build} of ${unit} was not published`
  const sizes = Object.values(directory.files).map((file) => file.size)
  const published = { unit, build, files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }

  if (await isPublished(registry, unit, build, directory.files, what)) return { ...published, created: false }
  if (directory.unit.kind === 'remote') {
    const shell = await readLiveShell(registry, channel)
    if (shell) checkFit({ what, remote: directory.unit.manifest, shell })
    await checkFederationName(registry, unit, directory.unit.manifest, what)
  }
  const unsigned: UnsignedRelease = {
    unit,
    build,
    created_at: new Date().toISOString(),
    commit: options.commit,
    files: directory.files,
    manifest,
  }
  // Signed before anything is written, so that a caller without a key leaves nothing behind.
  const release = (await registry.keys()).sign(unsigned)
  await writeFiles(registry, unit, build, directory, what)
  if (await registry.storage.create(layout.release(unit, build), jsonBytes(release))) return { ...published, created: true }
  // Somebody published the same build id concurrently.
  await isPublished(registry, unit, build, directory.files, what)
  return { ...published, created: false }
}

/** True if the registry has this build with these files; the same id with other files is refused. */
async function isPublished(registry: Registry, unit: string, build: string, files: ReleaseFiles, what: string): Promise<boolean> {
  const existing = unit === shellUnit ? await registry.readShellRelease(build) : await registry.readRemoteRelease(unit, build)
  if (!existing) return false
  const paths = [...new Set([...Object.keys(existing.files), ...Object.keys(files)])]
  const different = paths.find((path) => existing.files[path]?.sha384 !== files[path]?.sha384)
  if (different !== undefined) throw buildTaken(what, `the registry has this build with another content (${different} differs)`)
  return true
}

async function writeFiles(registry: Registry, unit: string, build: string, directory: BuildDirectory, what: string): Promise<void> {
  const waiting = [...directory.bytes]
  async function work(): Promise<void> {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [path, body] = next
      const key = layout.file(unit, build, path)
      if (!(await registry.storage.create(key, body))) {
        // Left by an interrupted publish; accepted if it is the same file.
        const existing = await registry.storage.read(key)
        if (!existing?.body.equals(body)) throw buildTaken(what, `the registry has another file ${path} under this build id`)
      }
      for (const [encoding, copy] of Object.entries(await compress(path, body))) {
        await registry.storage.create(`${key}${compressedEndings[encoding as keyof typeof compressedEndings]}`, copy)
      }
    }
  }
  // Four at a time keep the compression threads busy without holding every copy in memory.
  const results = await Promise.allSettled([work(), work(), work(), work()])
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** Two builds with the same federation name in one page would both run the code that loaded first (spec/platform "Federation"). */
async function checkFederationName(
  registry: Registry,
  unit: string,
  manifest: { readonly build: string; readonly federationName: string },
  what: string,
): Promise<void> {
  for (const other of await registry.listBuilds(unit)) {
    // A damaged or unsigned build never runs, so it does not reserve a name.
    const release = await registry.readRemoteRelease(unit, other).catch(() => null)
    if (release?.manifest.federationName !== manifest.federationName) continue
    throw new ReleaseError('federation_name_taken', {
      what,
      why: `its federation name ${manifest.federationName} belongs to build ${other}, and a page could not hold both`,
      advice: 'Build it with a federation name of its own (the build preset makes it from the build id)',
    })
  }
}

function buildTaken(what: string, why: string): ReleaseError {
  return new ReleaseError('build_taken', { what, why, advice: 'A build never changes: build again, so that it gets an id of its own' })
}
