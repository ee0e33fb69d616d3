import { accountAtom, sessionAtom } from '@adsite/auth'
import { may } from '@adsite/contract'
import type { BriefPointers, RemoteManifest, RemoteRelease } from '@adsite/remote'
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { readSettings, type DevelopmentSettings } from '../base/read-settings.ts'

/** The manifest served by the development server; null until it responds. */
export const servedAtom = atom<RemoteManifest | null>(null)

/** `ended`: the server now names another account than the one the page was made for, or one that may not develop. */
export type Standing = 'unknown' | 'running' | 'ended'

/**
 * Whether a development build may run: only while the API names the account that the page was made for, with a
 * role that may develop. No state kept in the browser decides it (docs/decisions/0011-development-builds.md). When its
 * time is over, the page reloads (`startDevelopment`).
 */
export function standingOf(
  settings: Pick<DevelopmentSettings, 'account_id'>,
  account: { readonly accountId: number; readonly role: Parameters<typeof may>[0] } | null | undefined,
): Standing {
  if (account === undefined) return 'unknown'
  const isTheirs = account !== null && account.accountId === settings.account_id && may(account.role, 'development.use')
  return isTheirs ? 'running' : 'ended'
}

export const standingAtom = atom((get): Standing => {
  const { development } = readSettings()
  if (!development) return 'ended'
  const session = get(sessionAtom)
  return standingOf(development, session === undefined ? undefined : get(accountAtom))
})

/** Wraps a development build as a release without files and signature; only {@link developedAtom} lets it run. */
function releaseOf(manifest: RemoteManifest): RemoteRelease {
  const { area: unit, build } = manifest
  return { unit, build, created_at: new Date(0).toISOString(), commit: null, files: {}, signature: { key: '', value: '' }, manifest }
}

/** The development build that is currently running. */
export const developedAtom = atom((get): { readonly origin: string; readonly release: RemoteRelease } | null => {
  const { development } = readSettings()
  const manifest = get(servedAtom)
  if (!development || !manifest || get(standingAtom) !== 'running') return null
  return { origin: development.origin, release: releaseOf(manifest) }
})

/** Replaces a remote's pointer by the development build, with its own menu and routes. */
export function withDeveloped(pointers: BriefPointers, release: RemoteRelease | undefined): BriefPointers {
  if (!release) return pointers
  const live = { rev: 0, stable: release, canary: null, lastKnownGood: [], bad: [] }
  return { ...pointers, remotes: { ...pointers.remotes, [release.unit]: live } }
}

/** An area's development build; null: it runs a release. */
export function developedBuild(area: string): { readonly origin: string; readonly release: RemoteRelease } | null {
  const developed = getDefaultStore().get(developedAtom)
  return developed?.release.unit === area ? developed : null
}

/** Whether the development server has responded. */
export function useIsServed(): boolean {
  return useAtomValue(servedAtom) !== null
}
