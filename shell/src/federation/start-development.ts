import { remoteManifest } from '@adsite/remote'
import { getDefaultStore } from 'jotai'
import * as v from 'valibot'
import type { DevelopmentSettings } from '../base/settings.ts'
import { servedAtom, standingAtom } from './development.ts'

/** The page waits this long for a development server (milliseconds). */
const patience = 5000

async function readServed({ area, origin }: DevelopmentSettings): Promise<void> {
  const response = await fetch(`${origin}/manifest.json`, { signal: AbortSignal.timeout(patience) }).catch(() => null)
  const manifest: unknown = response?.ok ? await response.json().catch(() => null) : null
  if (v.is(remoteManifest, manifest) && manifest.area === area) getDefaultStore().set(servedAtom, manifest)
}

/** A new page instead of this one: with it goes what was loaded, and the policy that let it in. */
const leave = () => window.location.reload()

/**
 * Asks the development server what it serves, before anything is drawn: routes and menu stand from the start. From
 * then on the page is left as soon as its development build may no longer run: signed out, another account, demoted, over.
 */
export async function startDevelopment(settings: DevelopmentSettings): Promise<void> {
  const store = getDefaultStore()
  store.sub(standingAtom, () => {
    if (store.get(standingAtom) === 'ended') leave()
  })
  setTimeout(leave, Math.max(0, Date.parse(settings.until) - Date.now()))
  await readServed(settings)
}
