import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

type SharedOptions = NonNullable<Parameters<NonNullable<ModuleFederationRuntimePlugin['beforeInit']>>[0]['userOptions']['shared']>
export type Share = SharedOptions[string]

const shareConfig = { singleton: true, requiredVersion: false } as const

/** A module that the shell has loaded already. The names stand in an object of their own: nothing else of it is kept. */
export function given(names: object, version: string): Share {
  const module = Object.defineProperty({ ...names }, '__esModule', { value: true })
  return { version, scope: ['default'], lib: () => module, shareConfig: { ...shareConfig, eager: true } }
}

/** A module that is fetched when the first remote asks for it. */
export function fetched(load: () => Promise<object>, version: string): Share {
  return { version, scope: ['default'], get: () => load().then((module) => () => module), shareConfig }
}
