import { remoteManifest } from '@adsite/remote'
import { getDefaultStore } from 'jotai'
import * as v from 'valibot'
import type { DevelopmentSettings } from '../base/read-settings.ts'
import { servedAtom, standingAtom } from './development.ts'

/** Timeout for the development server (milliseconds). */
const patience = 5000

async function readServed({ area, origin }: DevelopmentSettings): Promise<void> {
  const response = await fetch(`${origin}/manifest.json`, { signal: AbortSignal.timeout(patience) }).catch(() => null)
  const manifest: unknown = response?.ok ? await response.json().catch(() => null) : null
  if (v.is(remoteManifest, manifest) && manifest.area === area) getDefaultStore().set(servedAtom, manifest)
}

/** Reloads the page, which discards the loaded code and the policy that allowed it. */
const leave = () => window.location.reload()

/**
 * Asks the development server for its manifest before the first render, so that routes and menu are complete
 * from the start. Afterwards reloads the page as soon as the development build may no longer run: sign-out,
 * account switch, role change or expiry.
 */
export async function startDevelopment(settings: DevelopmentSettings): Promise<void> {
  const store = getDefaultStore()
  store.sub(standingAtom, () => {
    if (store.get(standingAtom) === 'ended') leave()
  })
  if (settings.left !== undefined) setTimeout(leave, settings.left)
  await readServed(settings)
}
