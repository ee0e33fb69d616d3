import { createVault } from '@adsite/auth'
import { buildBase, remoteRelease, type LivePointer, type RegistryPointers, type RemoteRelease } from '@adsite/remote'
import * as v from 'valibot'

/** Stores only build names; the releases themselves are in the browser's cache. */
const keptBuilds = v.object({
  channel: v.string(),
  remotes: v.record(v.string(), v.object({ rev: v.number(), unit: v.string(), build: v.string() })),
})
type KeptBuilds = v.InferOutput<typeof keptBuilds>

const vault = createVault('adsite.builds')

async function readKept(): Promise<KeptBuilds | null> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), keptBuilds), await vault.read())
  return parsed.success ? parsed.output : null
}

/** Fetches the release of a build known by name. It is immutable, so the browser may cache it; its signature proves that it is genuine. */
export async function releaseOf(unit: string, build: string): Promise<RemoteRelease> {
  const response = await fetch(`${buildBase({ unit, build })}release.json`)
  const json: unknown = response.ok ? await response.json() : null
  if (!v.is(remoteRelease, json) || json.unit !== unit || json.build !== build) throw new Error(`no release of ${unit} ${build}`)
  return json
}

/** The last set of builds that worked in this browser (spec/platform "Pointers"); null if none is known or available. */
export async function keptPointers(): Promise<RegistryPointers | null> {
  const kept = await readKept()
  if (!kept) return null
  const found = Object.entries(kept.remotes).map(async ([area, { rev, unit, build }]): Promise<[string, LivePointer] | null> => {
    const stable = await releaseOf(unit, build).catch(() => null)
    return stable && [area, { rev, stable, canary: null, lastKnownGood: [], bad: [] }]
  })
  const remotes = (await Promise.all(found)).filter((entry) => entry !== null)
  // oxlint-disable-next-line typescript/consistent-type-assertions -- written by this page from such pointers
  return remotes.length === 0 ? null : { channel: kept.channel as RegistryPointers['channel'], remotes: Object.fromEntries(remotes) }
}

let keeping: Promise<void> = Promise.resolve()

/**
 * Stores the name of the build that the pointers choose for an area, after it has mounted. The data is neither
 * secret nor trusted: every release is verified by its signature when it is loaded.
 */
export function keepPointers({ channel, remotes }: RegistryPointers, area: string): Promise<void> {
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
