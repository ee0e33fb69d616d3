import type { RegistryPointers, RemoteBuild } from '@adsite/remote/manifest'
import { createHash } from 'node:crypto'
import { layout, shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import type { Pointer, RemoteRelease } from '../registry/schemas.ts'

/** Ways back that a page is told of: it tries them newest first, and the document stands in every page. */
const offeredGoodBuilds = 2

export interface LiveShell {
  readonly build: string
  /** index.html of the build, with the markers in it. */
  readonly template: string
}

/** What runs on a channel at one moment: everything that a request needs, in memory. */
export interface Snapshot {
  readonly shell: LiveShell | null
  readonly pointers: RegistryPointers
  /** `pointers` as it is sent. */
  readonly json: string
  readonly etag: string
  /** Revision of each unit's pointer, the shell's included. */
  readonly revs: Readonly<Record<string, number>>
}

export interface SnapshotReader {
  /** Reads the pointers; what is unchanged or cannot be read now stays as it was. */
  read(): Promise<Snapshot>
}

type LiveRemote = RegistryPointers['remotes'][string]
interface Kept<T> {
  readonly etag: string
  readonly rev: number
  readonly live: T
}

/**
 * Reads snapshots of a channel. A unit that cannot be read (half copied, damaged) is reported and
 * stays at what was last read of it; without that it is absent. The others are not affected.
 */
export function snapshotReader(registry: Registry, channel: string, report: (problem: string) => void): SnapshotReader {
  const remotes = new Map<string, Kept<LiveRemote>>()
  let shell: Kept<LiveShell> | null = null
  const reported = new Map<string, string>()

  async function readUnit<T>(unit: string, kept: Kept<T> | null, load: (pointer: Pointer) => Promise<T>): Promise<Kept<T> | null> {
    try {
      const current = await registry.readPointer(channel, unit)
      if (!current) return null
      if (current.etag === kept?.etag) return kept
      const live = await load(current.pointer)
      reported.delete(unit)
      return { etag: current.etag, rev: current.pointer.rev, live }
    } catch (error) {
      const problem = `${unit} on ${channel} cannot be read: ${error instanceof Error ? error.message : String(error)}`
      // Once per problem: this is read again and again.
      if (reported.get(unit) !== problem) report(problem)
      reported.set(unit, problem)
      return kept
    }
  }

  async function loadRemote(unit: string, pointer: Pointer): Promise<LiveRemote> {
    const stable = await registry.readRemoteRelease(unit, pointer.stable)
    if (!stable) throw new Error(`build ${pointer.stable} is not in the registry`)
    const lastKnownGood: RemoteBuild[] = []
    for (const build of pointer.lastKnownGood) {
      if (lastKnownGood.length === offeredGoodBuilds) break
      if (pointer.bad.includes(build)) continue
      // A way back that is gone is no reason to lose the build that runs.
      const release = await registry.readRemoteRelease(unit, build).catch(() => null)
      if (release) lastKnownGood.push(remoteBuild(release))
    }
    return { rev: pointer.rev, stable: remoteBuild(stable), lastKnownGood }
  }

  async function loadShell(pointer: Pointer): Promise<LiveShell> {
    const release = await registry.readShellRelease(pointer.stable)
    const page = release && (await registry.storage.read(layout.file(shellUnit, pointer.stable, 'index.html')))
    if (!page) throw new Error(`build ${pointer.stable} is not in the registry`)
    return { build: pointer.stable, template: page.body.toString('utf8') }
  }

  return {
    async read() {
      const units = await registry.listLive(channel)
      shell = await readUnit(shellUnit, shell, loadShell)
      const names = units.filter((unit) => unit !== shellUnit)
      for (const gone of [...remotes.keys()].filter((unit) => !names.includes(unit))) remotes.delete(gone)
      await Promise.all(
        names.map(async (unit) => {
          const read = await readUnit(unit, remotes.get(unit) ?? null, (pointer) => loadRemote(unit, pointer))
          if (read) remotes.set(unit, read)
          else remotes.delete(unit)
        }),
      )
      return compose(channel, shell, remotes)
    },
  }
}

function compose(channel: string, shell: Kept<LiveShell> | null, remotes: ReadonlyMap<string, Kept<LiveRemote>>): Snapshot {
  const sorted = [...remotes].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const pointers: RegistryPointers = { channel, remotes: Object.fromEntries(sorted.map(([unit, { live }]) => [unit, live])) }
  const json = JSON.stringify(pointers)
  const revs = Object.fromEntries([
    ...(shell ? [[shellUnit, shell.rev] as const] : []),
    ...sorted.map(([unit, { rev }]) => [unit, rev] as const),
  ])
  // Weak: the same document is sent in several encodings.
  const etag = `W/"${createHash('sha256').update(json).digest('base64url')}"`
  return { shell: shell?.live ?? null, pointers, json, etag, revs }
}

function remoteBuild({ unit, build, files, manifest }: RemoteRelease): RemoteBuild {
  const code = Object.entries(files).filter(([path]) => path.endsWith('.js') || path.endsWith('.css'))
  return {
    build,
    base: buildBase(unit, build),
    files: Object.fromEntries(code.map(([path, { sha384 }]) => [path, sha384])),
    manifest,
  }
}

/** The address below which a build's files are served. */
export function buildBase(unit: string, build: string): string {
  return `/r/${unit}/${build}/`
}
