import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

type SharedOptions = NonNullable<Parameters<NonNullable<ModuleFederationRuntimePlugin['beforeInit']>>[0]['userOptions']['shared']>
export type Share = SharedOptions[string]

const shareConfig = { singleton: true, requiredVersion: false } as const

/**
 * The names in an object of their own, marked as an ES module: the bundler keeps nothing else of the
 * module for it, and a remote finds its default export where it looks.
 */
function facade(names: object): object {
  return Object.defineProperty({ ...names }, '__esModule', { value: true })
}

/** A module that the shell has loaded already. */
export function given(names: object, version: string): Share {
  const module = facade(names)
  return { version, scope: ['default'], lib: () => module, shareConfig: { ...shareConfig, eager: true } }
}

/** A module that is fetched when the first remote asks for it. */
export function fetched(load: () => Promise<object>, version: string): Share {
  return { version, scope: ['default'], get: () => load().then((names) => () => facade(names)), shareConfig }
}
