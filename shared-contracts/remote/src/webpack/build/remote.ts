import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import type { Configuration } from 'webpack'
import type { Area } from '../../area.ts'
import { remoteContract } from '../../contract-version.ts'
import type { RemoteManifest, Shares } from '../../manifest.ts'
import { namesOf, sharedNames } from '../../shared.ts'
import { baseConfiguration } from './base.ts'
import { versionOf } from './build-id.ts'
import { buildUnit } from './build.ts'
import { ManifestPlugin } from './manifest-plugin.ts'
import { PinnedFilesPlugin } from './pinned-files-plugin.ts'

const entry = 'remoteEntry.js'

function manifest(area: Area, build: string, federationName: string, preload: string[], shares: Shares): RemoteManifest {
  return {
    area: area.area,
    build,
    title: area.title,
    icon: area.icon,
    federationName,
    entry,
    contract: remoteContract,
    routes: area.routes.map(({ name, path, permission, title, menu }) => ({ name, path, permission, title, ...(menu ? { menu } : {}) })),
    preload,
    shares,
  }
}

interface Exposed {
  readonly folder: string
  readonly area: Area
  readonly build: string
  /** The module whose `area` the shell reads. */
  readonly module: string
}

/** The federation name of a build: it carries the build's id, so that two builds of one area live side by side in a page. */
export function federationNameOf({ area, build }: Exposed): string {
  return `${area.area}_${build.replace(/[^a-z0-9]/giu, '_')}`
}

/** Better told here than when the build is published: a name that no shell shares is undefined at run time. */
function checkTaken(area: string, taken: Readonly<Record<string, readonly string[]>>): void {
  for (const [module, names] of Object.entries(taken)) {
    const shared = namesOf(module)
    const missing = shared.includes('*') ? [] : names.filter((name) => !shared.includes(name))
    if (missing.length === 0) continue
    throw new Error(
      `${area} takes ${missing.join(', ')} of ${module}, which shells do not share: list it in @adsite/remote/shared, or do without.`,
    )
  }
}

/** What makes a bundle a remote: everything shared comes from the shell, and manifest.json says what the build is. */
export function remotePlugins(exposed: Exposed): NonNullable<Configuration['plugins']> {
  const federationName = federationNameOf(exposed)
  return [
    new ModuleFederationPlugin({
      name: federationName,
      filename: entry,
      library: { type: 'var', name: federationName },
      exposes: { './area': { import: exposed.module, name: 'area' } },
      shared: Object.fromEntries(sharedNames.map((name) => [name, { singleton: true, requiredVersion: false, import: false }])),
      manifest: false,
      dts: false,
      experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
    }),
    new ManifestPlugin(sharedNames, ({ taken, scriptsOf }) => {
      checkTaken(exposed.area.area, taken)
      const shares = Object.entries(taken).map(([module, names]) => [module, { version: versionOf(exposed.folder, module), names }])
      return manifest(exposed.area, exposed.build, federationName, scriptsOf('area'), Object.fromEntries(shares))
    }),
  ]
}

/** The webpack configuration of one remote (docs/decisions/0001-federation.md). */
function remoteConfiguration(folder: string, area: Area, build: string): Configuration {
  const exposed: Exposed = { folder, area, build, module: './src/area.ts' }
  const federationName = federationNameOf(exposed)
  const base = baseConfiguration(folder)
  return {
    ...base,
    entry: {},
    // hashSalt: two builds in a page have their own CSS class names too, or the styles of one would reach the other.
    output: { ...base.output, publicPath: 'auto', uniqueName: federationName, hashSalt: federationName },
    plugins: [...(base.plugins ?? []), ...remotePlugins(exposed), new PinnedFilesPlugin()],
  }
}

/** The route table of the remote whose package lies in `folder`: src/area.ts exports it as `area`. */
export async function readArea(folder: string): Promise<Area> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the compiler checks the module itself: `defineArea` makes its area
  const { area } = (await import(pathToFileURL(join(folder, 'src', 'area.ts')).href)) as { area: Area }
  return area
}

/** Builds the remote whose package lies in `folder`. */
export async function buildRemote(folder: string): Promise<void> {
  const area = await readArea(folder)
  await buildUnit(folder, (build) => remoteConfiguration(folder, area, build))
}
