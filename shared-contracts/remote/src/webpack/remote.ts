import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import type { Configuration } from 'webpack'
import type { Area } from '../area.ts'
import { remoteContract } from '../contract-version.ts'
import type { RemoteManifest, Shares } from '../manifest.ts'
import { sharedNames } from '../shared.ts'
import { baseConfiguration } from './base.ts'
import { versionOf } from './build-id.ts'
import { buildUnit } from './build.ts'
import { ManifestPlugin } from './manifest-plugin.ts'
import { PinnedFilesPlugin } from './pinned-files-plugin.ts'

const entry = 'remoteEntry.js'

function manifest(area: Area, build: string, federationName: string, shares: Shares): RemoteManifest {
  return {
    area: area.area,
    build,
    title: area.title,
    icon: area.icon,
    federationName,
    entry,
    contract: remoteContract,
    routes: area.routes.map(({ name, path, permission, title, menu }) => ({ name, path, permission, title, ...(menu ? { menu } : {}) })),
    shares,
  }
}

/** The webpack configuration of one remote (docs/federation.md): everything shared comes from the shell. */
function remoteConfiguration(folder: string, area: Area, build: string): Configuration {
  // The name carries the build, so that two builds of one area live side by side in a page.
  const federationName = `${area.area}_${build.replace(/[^a-z0-9]/giu, '_')}`
  const base = baseConfiguration(folder)
  return {
    ...base,
    entry: {},
    // hashSalt: two builds in a page have their own CSS class names too, or the styles of one would reach the other.
    output: { ...base.output, publicPath: 'auto', uniqueName: federationName, hashSalt: federationName },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        name: federationName,
        filename: entry,
        library: { type: 'var', name: federationName },
        exposes: { './area': './src/area.ts' },
        shared: Object.fromEntries(sharedNames.map((name) => [name, { singleton: true, requiredVersion: false, import: false }])),
        manifest: false,
        dts: false,
        experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
      }),
      new PinnedFilesPlugin(),
      new ManifestPlugin(sharedNames, (taken) => {
        const shares = Object.entries(taken).map(([module, names]) => [module, { version: versionOf(folder, module), names }])
        return manifest(area, build, federationName, Object.fromEntries(shares))
      }),
    ],
  }
}

/** Builds the remote whose package lies in `folder`: its route table is src/area.ts, exported as `area`. */
export async function buildRemote(folder: string): Promise<void> {
  const { area } = (await import(pathToFileURL(join(folder, 'src', 'area.ts')).href)) as { area: Area }
  await buildUnit(folder, (build) => remoteConfiguration(folder, area, build))
}
