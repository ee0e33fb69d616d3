import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import type { Configuration } from 'webpack'
import type { Area } from '../../area.ts'
import { remoteContract } from '../../contract-version.ts'
import type { RemoteManifest } from '../../manifest.ts'
import { namesOf, sharedNames } from '../../shared.ts'
import { acceptedRange } from './accepted-range.ts'
import { baseConfiguration } from './base-configuration.ts'
import { readPackage, versionOf } from './build-id.ts'
import { buildUnit } from './build-unit.ts'
import { ManifestPlugin, type Built } from './manifest-plugin.ts'
import { PinnedFilesPlugin } from './pinned-files-plugin.ts'
import { PlaceIndependentIdsPlugin } from './place-independent-ids-plugin.ts'

const entry = 'remoteEntry.js'

function manifest(
  { folder, area, build }: Exposed,
  federationName: string,
  { preload, screens, shares, calls }: Pick<RemoteManifest, 'preload' | 'screens' | 'shares' | 'calls'>,
): RemoteManifest {
  const { adsite: { owner, budget } = {} } = readPackage(folder)
  return {
    area: area.area,
    build,
    title: area.title,
    icon: area.icon,
    ...(owner === undefined ? {} : { owner }),
    ...(budget && { budget }),
    federationName,
    entry,
    contract: remoteContract,
    routes: area.routes.map(({ name, path, permission, title, menu }) => ({ name, path, permission, title, ...(menu ? { menu } : {}) })),
    preload,
    screens,
    shares,
    calls,
  }
}

/** What the code of a screen is imported from, as its function in the route table is written. */
const imported = /\bimport\(\s*(?:\/\*.*?\*\/\s*)*(?<quote>['"`])(?<request>.+?)\k<quote>/su

/** The files of each screen besides those in `preload`, by the name of its route. */
export function screensOf({ routes }: Area, preload: readonly string[], filesOfImport: Built['filesOfImport']): Record<string, string[]> {
  const files = routes.map(({ name, screen }) => {
    const request = imported.exec(screen.toString())?.groups?.['request']
    return [name, request === undefined ? [] : filesOfImport(request).filter((file) => !preload.includes(file))] as const
  })
  return Object.fromEntries(files)
}

interface Exposed {
  readonly folder: string
  readonly area: Area
  readonly build: string
  /** The module that exports the `area` read by the shell. */
  readonly module: string
}

/** The federation name of a build; it includes the build id so that two builds of an area can coexist in a page. */
export function federationNameOf({ area, build }: Exposed): string {
  return `${area.area}_${build.replace(/[^a-z0-9]/giu, '_')}`
}

/**
 * Fails at build time rather than at publish: a name that no shell shares would be undefined at runtime, and a module that none
 * shares would bring a second React or antd, without the theme and language of the page.
 */
function checkTaken(area: string, { taken, ownCopies }: Pick<Built, 'taken' | 'ownCopies'>): void {
  if (ownCopies.length > 0) {
    throw new Error(
      `${area} would have its own copy of ${ownCopies.join(', ')}, which shells do not share: list it in @adsite/remote/shared, or do without.`,
    )
  }
  for (const [module, names] of Object.entries(taken)) {
    const shared = namesOf(module)
    const missing = shared.includes('*') ? [] : names.filter((name) => !shared.includes(name))
    if (missing.length === 0) continue
    throw new Error(
      `${area} takes ${missing.join(', ')} of ${module}, which shells do not share: list it in @adsite/remote/shared, or do without.`,
    )
  }
}

/** Plugins that turn a bundle into a remote: shared modules come from the shell, and manifest.json describes the build. */
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
      // Without it a file is written below the current directory, whose name and place would be part of the build.
      virtualRuntimeEntry: true,
      experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
    }),
    new ManifestPlugin(sharedNames, (built) => {
      const { taken, calls, filesOf, filesOfImport } = built
      checkTaken(exposed.area.area, built)
      const shares = Object.entries(taken).map(([module, names]) => {
        const accepts = acceptedRange(exposed.folder, module)
        return [module, { version: versionOf(exposed.folder, module), ...(accepts && { accepts }), names }]
      })
      const preload = filesOf('area')
      const screens = screensOf(exposed.area, preload, filesOfImport)
      return manifest(exposed, federationName, { preload, screens, shares: Object.fromEntries(shares), calls: [...calls] })
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
    // hashSalt makes CSS class names unique per build, so that the styles of two builds in a page do not affect each other.
    output: { ...base.output, publicPath: 'auto', uniqueName: federationName, hashSalt: federationName },
    plugins: [...(base.plugins ?? []), ...remotePlugins(exposed), new PinnedFilesPlugin(), new PlaceIndependentIdsPlugin()],
  }
}

/** Loads the route table of the remote in `folder`: the `area` export of src/area.ts. */
export async function readArea(folder: string): Promise<Area> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the compiler checks the module itself: `defineArea` makes its area
  const { area } = (await import(pathToFileURL(join(folder, 'src', 'area.ts')).href)) as { area: Area }
  return area
}

/** Builds the remote in `folder`. */
export async function buildRemote(folder: string): Promise<void> {
  const area = await readArea(folder)
  await buildUnit(folder, (build) => remoteConfiguration(folder, area, build))
}
