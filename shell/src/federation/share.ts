import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

type SharedOptions = NonNullable<Parameters<NonNullable<ModuleFederationRuntimePlugin['beforeInit']>>[0]['userOptions']['shared']>
export type Share = SharedOptions[string]

const shareConfig = { singleton: true, requiredVersion: false } as const

/**
 * Copies the names to a new object marked as an ES module, so that the bundler keeps only these names and
 * remotes find the default export.
 */
function facade(names: object): object {
  return Object.defineProperty({ ...names }, '__esModule', { value: true })
}

/** A shared module that the shell has already loaded. */
export function given(names: object, version: string): Share {
  const module = facade(names)
  return { version, scope: ['default'], lib: () => module, shareConfig: { ...shareConfig, eager: true } }
}

/** A shared module that is fetched when the first remote requests it. */
export function fetched(load: () => Promise<object>, version: string): Share {
  return { version, scope: ['default'], get: () => load().then((names) => () => facade(names)), shareConfig }
}
