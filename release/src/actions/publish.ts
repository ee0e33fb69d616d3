import { incompatibility, type Budget, type Release, type ReleaseFiles } from '@adsite/remote/release-format'
import { ReleaseError } from '../error/release-error.ts'
import { jsonBytes } from '../registry/change-pointer.ts'
import { checkName, compressedEndings, layout } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import type { UnsignedRelease } from '../signing/release-keys.ts'
import { readBuildDirectory, type BuildDirectory } from '../build/build-directory.ts'
import { checkBudget, checkLowered } from '../build/budget.ts'
import { checkFit, readLiveShell, readServed, type Fit } from '../build/checks.ts'
import { compress, type Compressed } from '../build/compress.ts'
import { readRelease } from '../build/inspect.ts'
import { newerShells } from '../move/ways-forward.ts'

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
  const unsigned = unsignedRelease(options, directory, await registry.storage.now())
  return storeBuild(registry, { unit, channel, directory, sign: async () => (await registry.keys()).sign(unsigned) })
}

/** The release of a build that is published at this time, ready to be signed. */
export function unsignedRelease(
  { unit, commit }: Pick<PublishOptions, 'unit' | 'commit'>,
  { unit: { manifest }, files }: BuildDirectory,
  at: Date,
): UnsignedRelease {
  return { unit, build: manifest.build, created_at: at.toISOString(), commit, files, manifest }
}

interface CheckedBuild extends Pick<PublishOptions, 'unit' | 'channel'> {
  readonly directory: BuildDirectory
  /** Returns the signed release of the build. */
  readonly sign: () => Release | Promise<Release>
}

/**
 * Stores a build whose files were checked, if it fits what is live and what is stored.
 * @throws ReleaseError
 */
export async function storeBuild(registry: Registry, { unit, channel, directory, sign }: CheckedBuild): Promise<Published> {
  const { build } = directory.unit.manifest
  const what = `The build ${build} of ${unit} was not published`
  const sizes = Object.values(directory.files).map((file) => file.size)
  const published = { unit, build, files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }

  if (await isPublished(registry, unit, build, directory.files, what)) return { ...published, created: false }
  if (directory.unit.kind === 'remote') {
    const shell = await readLiveShell(registry, channel)
    if (shell) await checkRuns(registry, channel, { what, remote: directory.unit.manifest, shell })
    await checkFederationName(registry, unit, directory.unit.manifest, what)
  }
  await checkLiveBudget(registry, { unit, channel }, directory.unit.manifest.budget, what)
  const copies = await checkBudget(directory, what)
  // Signed before anything is written, so that a caller without a key leaves nothing behind.
  const release = await sign()
  await writeFiles(registry, { unit, build, directory, copies, what })
  // Create-only like the files; those of an interrupted publish of the same build are the same.
  for (const [path, map] of directory.sourceMaps) await registry.storage.create(layout.sourceMap(unit, build, path), map)
  if (await registry.storage.create(layout.release(unit, build), jsonBytes(release))) return { ...published, created: true }
  // Somebody published the same build id concurrently.
  await isPublished(registry, unit, build, directory.files, what)
  return { ...published, created: false }
}

/** Refuses a remote that runs neither in the live shell nor in a newer published one, with which it can be promoted. */
async function checkRuns(registry: Registry, channel: string, fit: Fit): Promise<void> {
  if (!incompatibility(fit.remote, fit.shell)) return
  const newer = await newerShells(registry, channel, fit.shell)
  if (newer.every((shell) => incompatibility(fit.remote, shell))) checkFit(fit)
}

/** True if the registry has this build with these files; the same id with other files is refused. */
async function isPublished(registry: Registry, unit: string, build: string, files: ReleaseFiles, what: string): Promise<boolean> {
  const existing = await readRelease(registry, unit, build)
  if (!existing) return false
  const paths = [...new Set([...Object.keys(existing.files), ...Object.keys(files)])]
  const different = paths.find((path) => existing.files[path]?.sha384 !== files[path]?.sha384)
  if (different !== undefined) throw buildTaken(what, `the registry has this build with another content (${different} differs)`)
  return true
}

/** Refuses a build with a higher budget than what is live on the channel. */
async function checkLiveBudget(
  registry: Registry,
  { unit, channel }: Pick<PublishOptions, 'unit' | 'channel'>,
  budget: Budget | undefined,
  what: string,
): Promise<void> {
  const live = await readServed(registry, channel, unit)
  const release = live && (await readRelease(registry, unit, live.pointer.stable))
  if (release) checkLowered(budget, { build: release.build, budget: release.manifest.budget }, what)
}

interface Written {
  readonly unit: string
  readonly build: string
  readonly directory: BuildDirectory
  /** Compressed copies that are there already, by path. */
  readonly copies: ReadonlyMap<string, Compressed>
  readonly what: string
}

async function writeFiles(registry: Registry, { unit, build, directory, copies: known, what }: Written): Promise<void> {
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
      const copies = known.get(path) ?? (await compress(path, body))
      for (const encoding of ['br', 'gzip'] as const) {
        const copy = copies[encoding]
        if (copy) await registry.storage.create(`${key}${compressedEndings[encoding]}`, copy)
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
  return new ReleaseError('build_taken', {
    what,
    why,
    advice:
      'A build never changes. Its id is the hash of its sources, so they were built with something else installed: install what the lockfile says and build again, or raise the version in package.json',
  })
}
