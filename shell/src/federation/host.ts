import { createInstance, registerGlobalPlugins, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import * as core from '@module-federation/runtime-core'
import type { Area, RemoteManifest } from '@adsite/remote'
import { shares } from 'virtual:shares'
import { offerOf } from './check/contract-check.ts'

declare global {
  var _FEDERATION_RUNTIME_CORE: typeof core | undefined
  var _FEDERATION_RUNTIME_CORE_FROM: { version: string; name: string } | undefined
}

// Remotes are built with `externalRuntime`: they use this runtime instead of bundling it.
globalThis._FEDERATION_RUNTIME_CORE ??= core
globalThis._FEDERATION_RUNTIME_CORE_FROM ??= { version: '2.9.2', name: 'shell' }

/** The runtime keeps the request for a shared module that has failed, and would answer every later one with that failure. */
const asksAgain: ModuleFederationRuntimePlugin = {
  name: 'asks-again',
  errorLoadShare({ pkgName, shareScopeMap }) {
    for (const scope of Object.values(shareScopeMap))
      for (const share of Object.values(scope[pkgName] ?? {})) if (!share.loaded) share.loading = null
  },
}
// For the instances of the areas as well.
registerGlobalPlugins([asksAgain])

const host = createInstance({ name: 'shell', remotes: [], shared: shares, shareStrategy: 'loaded-first' })
/** What this shell provides to remotes; a build is checked against it before it runs. */
export const offer = offerOf(shares)

const registered = new Set<string>()

/** Reads the area declaration of a build at `base` whose entry script has run. Never forced, because each build has a unique name. */
export async function readArea({ federationName, entry }: RemoteManifest, base: string): Promise<Area> {
  if (!registered.has(federationName)) {
    host.registerRemotes([{ name: federationName, entry: base + entry, type: 'global', entryGlobalName: federationName }])
    registered.add(federationName)
  }
  const module = await host.loadRemote<{ area: Area }>(`${federationName}/area`)
  if (!module) throw new Error(`${federationName} exposes no area`)
  return module.area
}
