import { remoteRelease, shellRelease, type Release, type RemoteRelease, type ShellRelease } from '@adsite/remote/release-format'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { ReleaseError } from '../error/release-error.ts'
import { directoryStorage } from './directory-storage.ts'
import { checkName, isName, layout, shellUnit } from './layout.ts'
import { configuredKeys, localKeys, type KeySettings } from '../signing/key-source.ts'
import type { ReleaseKeys } from '../signing/release-keys.ts'
import { logEntry, pointer, type LogEntry, type Pointer } from './schemas.ts'
import { s3Storage, type S3Settings } from './s3-storage.ts'
import type { Storage } from './storage.ts'

/** A pointer as it was read: `etag` is what a change of it must present. */
export interface CurrentPointer {
  readonly pointer: Pointer
  /** null: the pointer is not stored (a repair restores it from the log). */
  readonly etag: string | null
}

/** The registry's objects, read and checked. Null: there is none. A damaged or unsigned one is refused by name. */
export interface Registry {
  readonly storage: Storage
  /** The keys of its releases; read when they are needed first. */
  keys(): Promise<ReleaseKeys>
  readShellRelease(build: string): Promise<ShellRelease | null>
  readRemoteRelease(unit: string, build: string): Promise<RemoteRelease | null>
  readPointer(channel: string, unit: string): Promise<CurrentPointer | null>
  readLogEntry(channel: string, unit: string, rev: number): Promise<LogEntry | null>
  /** Revisions that have a log entry, oldest first. */
  listLog(channel: string, unit: string): Promise<number[]>
  /** Channels that have a pointer. */
  listChannels(): Promise<string[]>
  /** Units that have a pointer on this channel. */
  listLive(channel: string): Promise<string[]>
  /** Units that have a log on this channel. */
  listLogged(channel: string): Promise<string[]>
  /** Units that have at least one build. */
  listUnits(): Promise<string[]>
  /** Builds of a unit whose publish was completed. */
  listBuilds(unit: string): Promise<string[]>
}

export interface RegistryOptions {
  /** Where keys and access to a bucket are named; by default the environment. */
  readonly settings?: KeySettings & S3Settings
  /** Told what was made by the way: a signing key. */
  readonly notify?: (text: string) => void
}

/**
 * The registry in a directory, which need not exist yet, or in a bucket (`s3://bucket/prefix`). The own
 * key of a directory, where the settings name none, lies beside it: never where it could be served.
 */
export function openRegistry(location: string, { settings = process.env, notify = () => undefined }: RegistryOptions = {}): Registry {
  if (location.startsWith('s3://')) return registryOn(s3Storage(location, settings), async () => neededKeys(location, settings))
  return registryOn(directoryStorage(location), async () => configuredKeys(settings) ?? localKeys(`${resolve(location)}-keys`, notify))
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

/** The registry on any storage. */
export function registryOn(storage: Storage, readKeys: () => Promise<ReleaseKeys>): Registry {
  let keys: Promise<ReleaseKeys> | undefined

  /** A release that none of the accepted keys signed is not there for anybody: not to serve, to promote or to compare with. */
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

    keys: () => (keys ??= readKeys()),

    readShellRelease: (build) => readRelease(shellUnit, build, shellRelease),

    readRemoteRelease: (unit, build) => readRelease(unit, build, remoteRelease),

    async readPointer(channel, unit) {
      checkName('channel', channel)
      checkName('unit', unit)
      const read = await readJson(layout.pointer(channel, unit), pointer, repairAdvice(channel, unit))
      return read && { pointer: read.value, etag: read.etag }
    },

    async readLogEntry(channel, unit, rev) {
      return (await readJson(layout.logEntry(channel, unit, rev), logEntry))?.value ?? null
    },

    async listLog(channel, unit) {
      const names = await storage.list(layout.log(channel, unit))
      return names
        .filter((name) => /^[1-9]\d*\.json$/.test(name))
        .map((name) => Number.parseInt(name, 10))
        .toSorted((one, other) => one - other)
    },

    async listChannels() {
      return (await storage.list(layout.channels)).filter((name) => isName('channel', name))
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

    async listBuilds(unit) {
      checkName('unit', unit)
      const names = (await storage.list(layout.builds(unit))).filter((name) => isName('build', name))
      const complete = await Promise.all(names.map(async (build) => (await storage.read(layout.release(unit, build))) !== null))
      return names.filter((_, index) => complete[index])
    },
  }
  return registry
}

/** What to do about a pointer that is missing or damaged. */
export const repairAdvice = (channel: string, unit: string): string =>
  `Restore the pointer from the log with "release repair ${unit}${channel === 'stable' ? '' : ` --channel ${channel}`}"`

function parseStored<S extends v.GenericSchema>(schema: S, key: string, body: Buffer, advice: string): v.InferOutput<S> {
  const what = `The registry's ${key} cannot be used`
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch {
    throw new ReleaseError('registry_damaged', { what, why: 'it is not JSON', advice })
  }
  const result = v.safeParse(schema, json)
  // As it was: what a release was signed as must survive.
  if (result.success) return json as v.InferOutput<S>
  throw new ReleaseError('registry_damaged', { what, why: describeIssue(result.issues[0]), advice })
}

/** The first thing wrong with a document: where, and what. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  return `${path === null ? 'the document' : JSON.stringify(path)} is not as expected (${issue.message})`
}
