import type { Release, RemoteManifest, ShellManifest } from '@adsite/remote/release-format'
import { readServed } from '../build/checks.ts'
import { readNamedRelease } from '../build/inspect.ts'
import { listPromotedOn, readEffectivePointer } from '../registry/effective-pointer.ts'
import { checkName } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'

/** A build in use that something would affect, or may affect. */
export interface AffectedBuild {
  readonly unit: string
  /** null if nobody knows which build runs. */
  readonly build: string | null
  readonly role: 'stable' | 'canary'
  /** The version that it was built with: of the shared module, or of the contract. null if it cannot be read. */
  readonly version: string | null
  /**
   * What it uses of what changes: names of the module (`*`: the whole of it), or calls. null if it may use any: it cannot
   * be read, or was built before manifests had calls.
   */
  readonly names: readonly string[] | null
  /** Why it cannot be read; null if it can. */
  readonly fault: string | null
}

export interface ImpactOptions {
  readonly channel: string
  /** A module that shells share at runtime: `@adsite/remote`, `antd/es/table`. */
  readonly module: string
  /** Exports that change; empty: any of the module. */
  readonly names: readonly string[]
}

export interface CallsImpactOptions {
  readonly channel: string
  /** Calls of the API that change: `GET /api/campaign`; a path alone is every call of it. */
  readonly calls: readonly string[]
}

type Affected = Pick<AffectedBuild, 'version' | 'names'>

/** The builds in use, canaries included, of which `affected` says something, and those that cannot be read. */
async function inUse(
  registry: Registry,
  channel: string,
  affected: (manifest: RemoteManifest | ShellManifest) => Affected | null,
): Promise<AffectedBuild[]> {
  checkName('channel', channel)
  const units = await listPromotedOn(registry, channel, 'The impact was not worked out')
  const found = await Promise.all(
    units.map(async (unit) => {
      const builds = await buildsInUse(registry, channel, unit)
      return builds.map(({ manifest, ...build }) => {
        if (manifest === null) return { unit, ...build, version: null, names: null }
        const uses = affected(manifest)
        return uses && { unit, ...build, ...uses }
      })
    }),
  )
  return found.flat().filter((build) => build !== null)
}

interface BuildInUse extends Pick<AffectedBuild, 'build' | 'role' | 'fault'> {
  /** null if it cannot be read. */
  readonly manifest: Release['manifest'] | null
}

/** What the pointer of a unit names, and what a gateway that starts now serves in place of what cannot be read. */
async function buildsInUse(registry: Registry, channel: string, unit: string): Promise<BuildInUse[]> {
  const named = await readEffectivePointer(registry, channel, unit)
  const served = await readServed(registry, channel, unit)
  const stable = new Set([named, served].flatMap((state) => (state ? [state.pointer.stable] : [])))
  const canary = named?.pointer.canary
  const damage = named ? named.damage : 'neither its pointer nor its log can be used'
  return [
    ...(damage === null ? [] : [{ build: null, role: 'stable' as const, manifest: null, fault: damage }]),
    ...(await Promise.all([...stable].map((build) => readInUse(registry, unit, build, 'stable')))),
    ...(canary ? [await readInUse(registry, unit, canary.build, 'canary')] : []),
  ]
}

async function readInUse(registry: Registry, unit: string, build: string, role: BuildInUse['role']): Promise<BuildInUse> {
  const { release, fault } = await readNamedRelease(registry, unit, build)
  return { build, role, manifest: release?.manifest ?? null, fault }
}

/**
 * The builds in use, canaries included, that would notice a change of a shared module, by what their manifests say they
 * take from the shell.
 * @throws ReleaseError
 */
export function impact(registry: Registry, { channel, module, names }: ImpactOptions): Promise<AffectedBuild[]> {
  return inUse(registry, channel, (manifest) => {
    if (!('area' in manifest)) return null
    const taken = Object.hasOwn(manifest.shares, module) ? manifest.shares[module] : undefined
    const used = taken?.names.filter((name) => names.length === 0 || name === '*' || names.includes(name)) ?? []
    return taken && used.length > 0 ? { version: taken.version, names: used } : null
  })
}

/**
 * The builds in use, canaries and the shell included, that would notice a change of calls of the API, by the calls that
 * their manifests name.
 * @throws ReleaseError
 */
export function impactOfCalls(registry: Registry, { channel, calls }: CallsImpactOptions): Promise<AffectedBuild[]> {
  const changes = (call: string) => calls.includes(call) || calls.includes(call.slice(call.indexOf(' ') + 1))
  return inUse(registry, channel, ({ calls: own, contract }) => {
    const names = own?.filter(changes) ?? null
    return names?.length === 0 ? null : { version: contract.provides, names }
  })
}

/** Whether a word names calls of the API and no module. */
export const isCall = (word: string): boolean => /^(?:(?:GET|POST|PATCH|DELETE) )?\/(?!\/)/u.test(word)
