import * as v from 'valibot'
import { ReleaseRefused } from '../refusal.ts'
import { directoryStorage } from './directory-storage.ts'
import { checkName, isName, layout, shellUnit } from './layout.ts'
import {
  logEntry,
  pointer,
  remoteRelease,
  shellRelease,
  type LogEntry,
  type Pointer,
  type RemoteRelease,
  type ShellRelease,
} from './schemas.ts'
import type { Storage } from './storage.ts'

/** A pointer as it was read: `etag` is what a change of it must present. */
export interface CurrentPointer {
  readonly pointer: Pointer
  readonly etag: string
}

/** The registry's objects, read and checked. Null: there is none. A damaged one is refused by name. */
export interface Registry {
  readonly storage: Storage
  readShellRelease(build: string): Promise<ShellRelease | null>
  readRemoteRelease(unit: string, build: string): Promise<RemoteRelease | null>
  readPointer(channel: string, unit: string): Promise<CurrentPointer | null>
  readLogEntry(channel: string, unit: string, rev: number): Promise<LogEntry | null>
  /** Revisions that have a log entry, oldest first. */
  listLog(channel: string, unit: string): Promise<number[]>
  /** Units that have a pointer on this channel. */
  listLive(channel: string): Promise<string[]>
  /** Units that have at least one build. */
  listUnits(): Promise<string[]>
  /** Builds of a unit whose publish was completed. */
  listBuilds(unit: string): Promise<string[]>
}

/** The registry in this directory; it need not exist yet. */
export function openRegistry(directory: string): Registry {
  return registryOn(directoryStorage(directory))
}

/** The registry on any storage. */
export function registryOn(storage: Storage): Registry {
  async function readJson<S extends v.GenericSchema>(key: string, schema: S): Promise<{ value: v.InferOutput<S>; etag: string } | null> {
    const stored = await storage.read(key)
    return stored && { value: parseStored(schema, key, stored.body), etag: stored.etag }
  }

  return {
    storage,

    async readShellRelease(build) {
      checkName('build', build)
      return (await readJson(layout.release(shellUnit, build), shellRelease))?.value ?? null
    },

    async readRemoteRelease(unit, build) {
      checkName('unit', unit)
      checkName('build', build)
      return (await readJson(layout.release(unit, build), remoteRelease))?.value ?? null
    },

    async readPointer(channel, unit) {
      checkName('channel', channel)
      checkName('unit', unit)
      const read = await readJson(layout.pointer(channel, unit), pointer)
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

    async listLive(channel) {
      checkName('channel', channel)
      const names = await storage.list(layout.pointers(channel))
      return names
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length))
        .filter((name) => isName('unit', name))
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
}

function parseStored<S extends v.GenericSchema>(schema: S, key: string, body: Buffer): v.InferOutput<S> {
  const what = `The registry's ${key} cannot be used`
  const advice = 'Restore this object from a backup or from another copy of the registry'
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch {
    throw new ReleaseRefused('registry_damaged', { what, why: 'it is not JSON', advice })
  }
  const result = v.safeParse(schema, json)
  if (result.success) return result.output
  throw new ReleaseRefused('registry_damaged', { what, why: describeIssue(result.issues[0]), advice })
}

/** The first thing wrong with a document: where, and what. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  return `${path === null ? 'the document' : JSON.stringify(path)} is not as expected (${issue.message})`
}
