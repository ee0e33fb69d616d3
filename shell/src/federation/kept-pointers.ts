import { createVault } from '@adsite/auth'
import { buildBase, remoteRelease, type LivePointer, type RegistryPointers, type RemoteRelease } from '@adsite/remote'
import * as v from 'valibot'

/** Names of builds alone: what they are stands in their releases, which the browser keeps for itself. */
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

/** The release of a build that is known by its name only. Immutable, so the browser may keep it; the signature says whether it is genuine. */
export async function releaseOf(unit: string, build: string): Promise<RemoteRelease> {
  const response = await fetch(`${buildBase({ unit, build })}release.json`)
  const json: unknown = response.ok ? await response.json() : null
  if (!v.is(remoteRelease, json) || json.unit !== unit || json.build !== build) throw new Error(`no release of ${unit} ${build}`)
  return json
}

/** The last set of builds that worked in this browser (spec/platform "Pointers"); null: none, or none that can be had. */
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
 * Keeps the name of the build that the pointers choose for an area, now that it has mounted. Nothing in it is secret, and
 * nothing of it is trusted: a release is checked by its signature whenever it is loaded.
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
