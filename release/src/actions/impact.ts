import type { RemoteManifest, ShellManifest } from '@adsite/remote/release-format'
import { readLive } from '../build/checks.ts'
import { checkName, shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'

/** A build in use that something would affect. */
export interface AffectedBuild {
  readonly unit: string
  readonly build: string
  readonly role: 'stable' | 'canary'
  /** The version that it was built with: of the shared module, or of the contract. */
  readonly version: string
  /**
   * What it uses of what changes: names of the module (`*`: the whole of it), or calls. Of calls, null: it was built before
   * manifests had them, so it may use any.
   */
  readonly names: readonly string[] | null
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

/** The builds in use, canaries included, of which `affected` says something. */
async function inUse(
  registry: Registry,
  channel: string,
  affected: (manifest: RemoteManifest | ShellManifest) => Affected | null,
): Promise<AffectedBuild[]> {
  checkName('channel', channel)
  const { shell, remotes } = await readLive(registry, channel)
  const running = [
    { unit: shellUnit, role: 'stable' as const, manifest: shell },
    ...[...remotes].flatMap(([unit, { stable, canary }]) => [
      { unit, role: 'stable' as const, manifest: stable },
      { unit, role: 'canary' as const, manifest: canary },
    ]),
  ]
  return running.flatMap(({ unit, role, manifest }) => {
    const found = manifest && affected(manifest)
    return found ? [{ unit, build: manifest.build, role, ...found }] : []
  })
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
