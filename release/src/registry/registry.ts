import { remoteRelease, shellRelease, type Release, type RemoteRelease, type ShellRelease } from '@adsite/remote/release-format'
import type { S3Settings } from '@adsite/s3'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { quoted, ReleaseError } from '../error/release-error.ts'
import { directoryStorage } from './directory-storage.ts'
import { doOnce } from './do-once.ts'
import { checkName, isName, layout, shellUnit } from './layout.ts'
import { configuredKeys, localKeys, type KeySettings } from '../signing/key-source.ts'
import type { ReleaseKeys } from '../signing/release-keys.ts'
import { logEntry, pointer, type LogEntry, type Pointer } from './schemas.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

/** A pointer as read; changing it requires its `etag`. */
export interface CurrentPointer {
  readonly pointer: Pointer
  /** null: the pointer is not stored (a repair restores it from the log). */
  readonly etag: string | null
}

/** The registry's objects, read and verified. null if an object does not exist; damaged and unsigned ones throw, except log entries. */
export interface Registry {
  readonly storage: Storage
  /** The keys of its releases, read on first use. */
  keys(): Promise<ReleaseKeys>
  /** Whether whoever opened it may change what runs of a unit. */
  mayMove(unit: string): Promise<boolean>
  readShellRelease(build: string): Promise<ShellRelease | null>
  readRemoteRelease(unit: string, build: string): Promise<RemoteRelease | null>
  readPointer(channel: string, unit: string): Promise<CurrentPointer | null>
  /** null also if it is damaged, because what was done once must not keep anybody from acting now; `history` and `doctor` name it. */
  readLogEntry(channel: string, unit: string, rev: number): Promise<LogEntry | null>
  /** Revisions with a log entry, oldest first. */
  listLog(channel: string, unit: string): Promise<number[]>
  /** Channels with a pointer, and those whose log survived theirs. */
  listChannels(): Promise<string[]>
  /** Units with a pointer on this channel. */
  listLive(channel: string): Promise<string[]>
  /** Units that have a log on this channel. */
  listLogged(channel: string): Promise<string[]>
  /** Units with at least one build. */
  listUnits(): Promise<string[]>
  /** Builds of a unit, those of interrupted publishes too. */
  listBuildFolders(unit: string): Promise<string[]>
  /** Completely published builds of a unit. */
  listBuilds(unit: string): Promise<string[]>
}

export interface RegistryOptions {
  /** Keys and bucket access. Default: the environment. */
  readonly settings?: KeySettings & S3Settings
  /**
   * Who decides about changes of what runs: whoever has a key of the unit, or the caller, as a site does by roles and tokens.
   * Default: `keys`.
   */
  readonly authority?: 'keys' | 'caller'
  /** Called when a signing key was created. */
  readonly notify?: (text: string) => void
}

/**
 * Opens a registry in a directory, which need not exist yet, or in a bucket (`s3://bucket/prefix`). If the
 * settings name no key, a directory gets its own, stored beside it where it is never served.
 */
export function openRegistry(location: string, options: RegistryOptions = {}): Registry {
  const { settings = process.env, authority = 'keys', notify = () => undefined } = options
  if (location.startsWith('s3://')) return registryOn(s3Storage(location, settings), async () => neededKeys(location, settings), authority)
  if (/^[a-z][a-z\d+.-]+:\//iu.test(location)) {
    throw new ReleaseError('storage_settings', {
      what: `The registry ${location} cannot be reached`,
      why: 'that is an address of no kind of registry',
      advice: 'Name a directory, s3://bucket/prefix, or in the command line a site as in https://ads.example',
    })
  }
  const keys = async () => configuredKeys(settings) ?? localKeys(`${resolve(location)}-keys`, notify)
  return registryOn(directoryStorage(location), keys, authority)
}

function neededKeys(location: string, settings: KeySettings): ReleaseKeys {
  const keys = configuredKeys(settings)
  if (keys) return keys
  throw new ReleaseError('signing_key_missing', {
    what: `The releases in ${location} cannot be checked`,
    why: 'neither RELEASE_PUBLIC_KEY nor RELEASE_SIGNING_KEY is set',
    advice: 'Make a pair with "release keygen": the public key belongs where the site runs, both where releases are published',
  })
}

/** A registry on any storage. */
export function registryOn(
  storage: Storage,
  readKeys: () => Promise<ReleaseKeys>,
  authority: RegistryOptions['authority'] = 'keys',
): Registry {
  /** Releases without a signature by an accepted key are treated as missing: never served, promoted or compared with. */
  async function readRelease<S extends v.GenericSchema<unknown, Release>>(
    unit: string,
    build: string,
    schema: S,
  ): Promise<v.InferOutput<S> | null> {
    checkName('unit', unit)
    checkName('build', build)
    const release = (await readJson(layout.release(unit, build), schema))?.value
    if (!release) return null
    const other = release.unit !== unit || release.build !== build
    const fault = other ? `it is the release of ${release.unit} ${release.build}` : (await registry.keys()).fault(release)
    if (fault === null) return release
    throw new ReleaseError('signature_invalid', {
      what: `The release of ${unit} ${build} cannot be used`,
      why: fault,
      advice: `Find out who changed ${layout.release(unit, build)}; build ${unit} again under a new build id, publish and promote that`,
    })
  }

  async function readJson<S extends v.GenericSchema>(
    key: string,
    schema: S,
    advice = 'Restore this object from a backup or from another copy of the registry',
  ): Promise<{ value: v.InferOutput<S>; etag: string } | null> {
    const stored = await storage.read(key)
    return stored && { value: parseStored(schema, key, stored.body, advice), etag: stored.etag }
  }

  const registry: Registry = {
    storage,

    keys: doOnce(readKeys),

    mayMove: async (unit) => authority === 'caller' || (await registry.keys()).mayMove(unit),

    readShellRelease: (build) => readRelease(shellUnit, build, shellRelease),

    readRemoteRelease: (unit, build) => readRelease(unit, build, remoteRelease),

    async readPointer(channel, unit) {
      checkName('channel', channel)
      checkName('unit', unit)
      const read = await readJson(layout.pointer(channel, unit), pointer, repairAdvice(channel, unit))
      return read && { pointer: read.value, etag: read.etag }
    },

    async readLogEntry(channel, unit, rev) {
      const read = await readJson(layout.logEntry(channel, unit, rev), logEntry).catch((error: unknown) => {
        if (error instanceof ReleaseError && error.code === 'registry_damaged') return null
        throw error
      })
      return read?.value ?? null
    },

    async listLog(channel, unit) {
      const names = await storage.list(layout.log(channel, unit))
      return names
        .filter((name) => /^[1-9]\d*\.json$/.test(name))
        .map((name) => Number.parseInt(name, 10))
        .toSorted((one, other) => one - other)
    },

    async listChannels() {
      const names = [...(await storage.list(layout.channels)), ...(await storage.list(layout.loggedChannels))]
      return [...new Set(names)].filter((name) => isName('channel', name)).toSorted()
    },

    async listLive(channel) {
      checkName('channel', channel)
      const names = await storage.list(layout.pointers(channel))
      return names
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length))
        .filter((name) => isName('unit', name))
    },

    async listLogged(channel) {
      checkName('channel', channel)
      return (await storage.list(layout.logs(channel))).filter((name) => isName('unit', name))
    },

    async listUnits() {
      return (await storage.list(layout.units)).filter((name) => isName('unit', name))
    },

    async listBuildFolders(unit) {
      checkName('unit', unit)
      return (await storage.list(layout.builds(unit))).filter((name) => isName('build', name))
    },

    async listBuilds(unit) {
      const names = await registry.listBuildFolders(unit)
      const complete = await Promise.all(names.map(async (build) => (await storage.read(layout.release(unit, build))) !== null))
      return names.filter((_, index) => complete[index])
    },
  }
  return registry
}

/** What to do about a pointer that is missing or damaged. */
export const repairAdvice = (channel: string, unit: string): string =>
  `Restore the pointer from the log with ${quoted(channel, 'repair', unit)}`

function parseStored<S extends v.GenericSchema>(schema: S, key: string, body: Buffer, advice: string): v.InferOutput<S> {
  const damaged = (why: string) => new ReleaseError('registry_damaged', { what: 'The registry is damaged', why, advice })
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch {
    throw damaged(`${key} is not JSON`)
  }
  const result = v.safeParse(schema, json)
  // oxlint-disable-next-line typescript/consistent-type-assertions -- returned unchanged, because the signature covers the document as it was
  if (result.success) return json as v.InferOutput<S>
  throw damaged(`in ${key} ${describeIssue(result.issues[0])}`)
}

/** The path and message of a document's first validation issue. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  return `${path === null ? 'the document' : JSON.stringify(path)} is not as expected (${issue.message})`
}
