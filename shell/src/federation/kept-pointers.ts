import { createVault } from '@adsite/auth'
import {
  buildBase,
  namedBuilds,
  remoteRelease,
  type BriefPointer,
  type BriefPointers,
  type NamedBuilds,
  type RemoteRelease,
} from '@adsite/remote'
import * as v from 'valibot'

/** Stores only build names; the releases themselves are in the browser's cache. */
const vault = createVault('adsite.builds')

async function readKept(): Promise<NamedBuilds | null> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), namedBuilds), await vault.read())
  return parsed.success ? parsed.output : null
}

/** How long the registry may take to answer (milliseconds) before the page goes on with what it has. */
export const registryLimit = 10_000

async function fetchRelease(unit: string, build: string): Promise<RemoteRelease> {
  const response = await fetch(`${buildBase({ unit, build })}release.json`, { signal: AbortSignal.timeout(registryLimit) })
  const json: unknown = response.ok ? await response.json() : null
  if (!v.is(remoteRelease, json) || json.unit !== unit || json.build !== build) throw new Error(`no release of ${unit} ${build}`)
  return json
}

/** Releases by the base path of the build; failures are not kept. */
const releases = new Map<string, Promise<RemoteRelease>>()

/** The release of a build known by name. It is immutable, so it is fetched once; its signature proves that it is genuine. */
export function releaseOf(unit: string, build: string): Promise<RemoteRelease> {
  const base = buildBase({ unit, build })
  const known = releases.get(base)
  if (known) return known
  const fetching = fetchRelease(unit, build)
  releases.set(base, fetching)
  fetching.catch(() => releases.delete(base))
  return fetching
}

/**
 * The last set of builds that worked in this browser (spec/platform "Pointers"), and the build that the page names for its
 * area; null if none is known or available.
 */
export async function keptPointers(inPage: NamedBuilds | null): Promise<BriefPointers | null> {
  const kept = await readKept()
  const channel = inPage?.channel ?? kept?.channel
  if (channel === undefined) return null
  const named = { ...(kept?.channel === channel ? kept.remotes : {}), ...inPage?.remotes }
  const found = Object.entries(named).map(async ([area, { rev, unit, build }]): Promise<[string, BriefPointer] | null> => {
    const stable = await releaseOf(unit, build).catch(() => null)
    return stable && [area, { rev, stable, canary: null, lastKnownGood: [], bad: [] }]
  })
  const remotes = (await Promise.all(found)).filter((entry) => entry !== null)
  return remotes.length === 0 ? null : { channel, remotes: Object.fromEntries(remotes) }
}

let keeping: Promise<void> = Promise.resolve()

/**
 * Stores the name of the build that the pointers choose for an area, after it has mounted. The data is neither
 * secret nor trusted: every release is verified by its signature when it is loaded.
 */
export function keepPointers({ channel, remotes }: BriefPointers, area: string): Promise<void> {
  const worked = remotes[area]
  if (worked) {
    const { rev, stable } = worked
    keeping = keeping.then(async () => {
      const before = await readKept()
      const others = before?.channel === channel ? before.remotes : {}
      const now = { ...others, [area]: { rev, unit: stable.unit, build: stable.build } }
      if (JSON.stringify(before) !== JSON.stringify({ channel, remotes: now })) await vault.write(JSON.stringify({ channel, remotes: now }))
    })
  }
  return keeping
}
