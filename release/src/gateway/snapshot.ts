import type { KeyUnits, LivePointer, RegistryPointers, ReleaseFiles, ShellManifest } from '@adsite/remote/release-format'
import { createHash } from 'node:crypto'
import { sha384 } from '../build/build-directory.ts'
import { listPromoted, loggedPointers } from '../registry/effective-pointer.ts'
import { layout, shellUnit } from '../registry/layout.ts'
import { cutFrame, type EarlyFrame } from './early-frame.ts'
import type { Registry } from '../registry/registry.ts'
import type { Pointer } from '../registry/schemas.ts'

/** Fallback builds that a page is told of. It tries them newest first; more would enlarge every page. */
const offeredGoodBuilds = 2

export interface LiveShell {
  readonly build: string
  readonly preloads: ShellManifest['preloads']
  readonly pages: ShellManifest['pages']
  readonly pointers: ShellManifest['pointers']
  readonly files: ReleaseFiles
  /** index.html of the build with its markers, scripts and styles pinned by hash. */
  readonly template: string
  /** Template of what its pages show before their script has come; null for none, as in older builds. */
  readonly frame: EarlyFrame | null
  /** Public keys with which the page verifies releases. */
  readonly releaseKeys: readonly string[]
  readonly keyUnits: KeyUnits
  /** Same as in the pointer. */
  readonly now?: number | undefined
}

/** The state of a channel at one moment: everything that a request needs, in memory. */
export interface Snapshot {
  readonly shell: LiveShell | null
  readonly pointers: RegistryPointers
  /** ETag of the pointers, regardless of the account. */
  readonly etag: string
  /** Revision of each unit's pointer, including the shell's. */
  readonly revs: Readonly<Record<string, number>>
  /**
   * Units of which something cannot be read, with the reason. Without pointer or build they are served from what was last read,
   * or from the log; without the canary, everybody gets the stable build.
   */
  readonly degraded: Readonly<Record<string, string>>
}

export interface SnapshotReader {
  /** Reads the pointers; what is unchanged or cannot be read stays as it was. */
  read(): Promise<Snapshot>
}

interface Loaded<T> {
  readonly live: T
  /** What of it cannot be read, although the unit can be served; null if there is nothing. */
  readonly missing: string | null
}

interface Kept<T> {
  /** ETag of the stored pointer; null if it, or something that it names, could not be read. */
  readonly etag: string | null
  readonly rev: number
  readonly live: T
}

/**
 * Reads snapshots of a channel. A unit whose pointer or build cannot be read (missing, half copied, damaged) is
 * reported and keeps its last snapshot, or takes the newest entry of its log that works. Other units are not affected.
 */
export function snapshotReader(registry: Registry, channel: string, report: (problem: string) => void): SnapshotReader {
  const remotes = new Map<string, Kept<LivePointer>>()
  let shell: Kept<LiveShell> | null = null
  const reported = new Map<string, string>()

  /** Reports a problem once, because a unit is read repeatedly. */
  function reportOnce(unit: string, why: string): void {
    const problem = `${unit} on ${channel} cannot be read: ${why}`
    if (reported.get(unit) !== problem) report(problem)
    reported.set(unit, problem)
  }

  async function readUnit<T>(unit: string, kept: Kept<T> | null, load: (pointer: Pointer) => Promise<Loaded<T>>): Promise<Kept<T> | null> {
    let lost = false
    try {
      const current = await registry.readPointer(channel, unit)
      lost = current === null
      if (!current) throw new Error('its pointer is missing')
      if (current.etag === kept?.etag) return kept
      const { live, missing } = await load(current.pointer)
      if (missing === null) reported.delete(unit)
      else reportOnce(unit, missing)
      return { etag: missing === null ? current.etag : null, rev: current.pointer.rev, live }
    } catch (error) {
      reportOnce(unit, messageOf(error))
      // The etag is forgotten, so that the pointer is read again even if it returns unchanged.
      return kept ? { ...kept, etag: null } : newestThatWorks(unit, load, lost)
    }
  }

  async function newestThatWorks<T>(unit: string, load: (pointer: Pointer) => Promise<Loaded<T>>, lost: boolean): Promise<Kept<T> | null> {
    for await (const pointer of loggedPointers(registry, channel, unit, lost)) {
      const loaded = await load(pointer).catch(() => null)
      if (loaded) return { etag: null, rev: pointer.rev, live: loaded.live }
    }
    return null
  }

  async function loadShell({ stable, now }: Pointer): Promise<Loaded<LiveShell>> {
    return { live: { ...(await readLiveShell(registry, stable)), now }, missing: null }
  }

  /** An unreadable canary must not affect the stable build. */
  async function loadCanary(unit: string, { canary }: Pointer): Promise<Loaded<LivePointer['canary']>> {
    if (!canary) return { live: null, missing: null }
    const missing = (why: string) => ({ live: null, missing: `its canary ${canary.build}: ${why}` })
    try {
      const build = await registry.readRemoteRelease(unit, canary.build)
      return build ? { live: { ...canary, build }, missing: null } : missing('it is not in the registry')
    } catch (error) {
      return missing(messageOf(error))
    }
  }

  async function loadRemote(unit: string, pointer: Pointer): Promise<Loaded<LivePointer>> {
    const { rev, bad, now } = pointer
    const stable = await registry.readRemoteRelease(unit, pointer.stable)
    if (!stable) throw new Error(`build ${pointer.stable} is not in the registry`)
    const { live: canary, missing } = await loadCanary(unit, pointer)
    const lastKnownGood = pointer.lastKnownGood.filter((build) => !bad.includes(build)).slice(0, offeredGoodBuilds)
    const live = { rev, stable, canary, lastKnownGood, bad }
    return { live: now === undefined ? live : { ...live, now }, missing }
  }

  return {
    async read() {
      const units = await listPromoted(registry, channel)
      // No command removes pointers, so a registry without any is unreachable (such as an unmounted disk); keep serving what
      // was live.
      if (units.length === 0 && (shell || remotes.size > 0)) throw new Error(`no unit is promoted on ${channel} any more`)
      shell = units.includes(shellUnit) ? await readUnit(shellUnit, shell, loadShell) : null
      for (const gone of [...reported.keys()].filter((unit) => !units.includes(unit))) reported.delete(gone)
      const names = units.filter((unit) => unit !== shellUnit)
      for (const gone of [...remotes.keys()].filter((unit) => !names.includes(unit))) remotes.delete(gone)
      await Promise.all(
        names.map(async (unit) => {
          const read = await readUnit(unit, remotes.get(unit) ?? null, (pointer) => loadRemote(unit, pointer))
          if (read) remotes.set(unit, read)
          else remotes.delete(unit)
        }),
      )
      return { ...compose(channel, shell, remotes), degraded: Object.fromEntries(reported) }
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Reads a build of the shell as the gateway serves it.
 * @throws if it is missing, or not as it was released
 */
export async function readLiveShell(registry: Registry, build: string): Promise<LiveShell> {
  const release = await registry.readShellRelease(build)
  const page = release && (await registry.storage.read(layout.file(shellUnit, build, 'index.html')))
  if (!page) throw new Error(`build ${build} is not in the registry`)
  if (sha384(page.body) !== release.files['index.html']?.sha384) throw new Error(`index.html of build ${build} was changed`)
  const cut = cutFrame(page.body.toString('utf8'))
  const template = pinned(cut.page, release.files)
  const { files, manifest } = release
  const { publicKeys: releaseKeys, keyUnits } = await registry.keys()
  const { preloads, pages, pointers } = manifest
  return { build, preloads, pages, pointers, files, template, frame: cut.frame, releaseKeys, keyUnits }
}

/** Adds integrity to scripts and styles that the shell's page refers to without one. */
function pinned(template: string, files: ReleaseFiles): string {
  return template.replaceAll(/(?:src|href)="__SHELL_BASE__\/?([^"]+)"(?! integrity=)/g, (attribute, path: string) => {
    const hash = /\.(?:js|css)$/.test(path) && files[path]?.sha384
    return hash ? `${attribute} integrity="sha384-${hash}" crossorigin="anonymous"` : attribute
  })
}

function compose(
  channel: string,
  shell: Kept<LiveShell> | null,
  remotes: ReadonlyMap<string, Kept<LivePointer>>,
): Omit<Snapshot, 'degraded'> {
  const sorted = [...remotes].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const pointers: RegistryPointers = {
    channel,
    ...(shell && { shell: { build: shell.live.build, rev: shell.rev, now: shell.live.now } }),
    remotes: Object.fromEntries(sorted.map(([unit, { live }]) => [unit, live])),
  }
  const revs = Object.fromEntries([
    ...(shell ? [[shellUnit, shell.rev] as const] : []),
    ...sorted.map(([unit, { rev }]) => [unit, rev] as const),
  ])
  const etag = createHash('sha256').update(JSON.stringify(pointers)).digest('base64url')
  return { shell: shell?.live ?? null, pointers, etag, revs }
}
