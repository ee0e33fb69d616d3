import { readLive } from '../build/checks.ts'
import { checkName } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'

export interface ImpactOptions {
  readonly channel: string
  /** A module that shells share at runtime: `@adsite/remote`, `antd/es/table`. */
  readonly module: string
  /** Exports that change; empty: any of the module. */
  readonly names: readonly string[]
}

/** A build in use that takes something of the module from the shell. */
export interface AffectedBuild {
  readonly unit: string
  readonly build: string
  readonly role: 'stable' | 'canary'
  /** The version that it was built with. */
  readonly version: string
  /** What it takes of the names that change; `*`: the whole module. */
  readonly names: readonly string[]
}

/**
 * The builds in use, canaries included, that would notice a change of a shared module, by what their manifests say they
 * take from the shell.
 * @throws ReleaseError
 */
export async function impact(registry: Registry, { channel, module, names }: ImpactOptions): Promise<AffectedBuild[]> {
  checkName('channel', channel)
  const { remotes } = await readLive(registry, channel)
  return [...remotes].flatMap(([unit, { stable, canary }]) =>
    (['stable', 'canary'] as const).flatMap((role): AffectedBuild[] => {
      const manifest = role === 'stable' ? stable : canary
      const taken = manifest && Object.hasOwn(manifest.shares, module) ? manifest.shares[module] : undefined
      if (!manifest || !taken) return []
      const affected = taken.names.filter((name) => names.length === 0 || name === '*' || names.includes(name))
      return affected.length === 0 ? [] : [{ unit, build: manifest.build, role, version: taken.version, names: affected }]
    }),
  )
}
