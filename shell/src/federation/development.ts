import { accountAtom, sessionAtom } from '@adsite/auth'
import { may } from '@adsite/contract'
import type { RegistryPointers, RemoteManifest, RemoteRelease } from '@adsite/remote'
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { readSettings, type DevelopmentSettings } from '../base/settings.ts'

/** What the development server says of its build; null while it does not answer. */
export const servedAtom = atom<RemoteManifest | null>(null)

/** `ended`: the page was made for another account than the one that the server names now, or its time is over. */
export type Standing = 'unknown' | 'running' | 'ended'

/**
 * Whether a development build may run: only as long as the API names the very account that the page was made for, with
 * a role that may develop. Nothing that a browser keeps decides it (docs/decisions/0011-development-builds.md).
 */
export function standingOf(
  settings: Pick<DevelopmentSettings, 'account_id' | 'until'>,
  account: { readonly accountId: number; readonly role: Parameters<typeof may>[0] } | null | undefined,
  now: number,
): Standing {
  if (account === undefined) return 'unknown'
  const isTheirs = account !== null && account.accountId === settings.account_id && may(account.role, 'development.use')
  return isTheirs && now < Date.parse(settings.until) ? 'running' : 'ended'
}

export const standingAtom = atom((get): Standing => {
  const { development } = readSettings()
  if (!development) return 'ended'
  const session = get(sessionAtom)
  return standingOf(development, session === undefined ? undefined : get(accountAtom), Date.now())
})

/** A build in the form of a release. It has no files and no signature: nothing but {@link developedAtom} lets it run. */
function releaseOf(manifest: RemoteManifest): RemoteRelease {
  const { area: unit, build } = manifest
  return { unit, build, created_at: new Date(0).toISOString(), commit: null, files: {}, signature: { key: '', value: '' }, manifest }
}

/** The build that runs from a development server now. */
export const developedAtom = atom((get): { readonly origin: string; readonly release: RemoteRelease } | null => {
  const { development } = readSettings()
  const manifest = get(servedAtom)
  if (!development || !manifest || get(standingAtom) !== 'running') return null
  return { origin: development.origin, release: releaseOf(manifest) }
})

/** The pointers with the developed build in its place; its menu and routes are its own. */
export function withDeveloped(pointers: RegistryPointers, release: RemoteRelease | undefined): RegistryPointers {
  if (!release) return pointers
  const live = { rev: 0, stable: release, canary: null, lastKnownGood: [], bad: [] }
  return { ...pointers, remotes: { ...pointers.remotes, [release.unit]: live } }
}

/** Where the build of an area is served from for development; null: it is a release. */
export function developedOrigin(area: string): string | null {
  const developed = getDefaultStore().get(developedAtom)
  return developed?.release.unit === area ? developed.origin : null
}

/** Whether the development server has said what it serves. */
export function useIsServed(): boolean {
  return useAtomValue(servedAtom) !== null
}
