import type { LivePointer } from '@adsite/remote/release-format'
import { shellUnit } from '../registry/layout.ts'
import { inTime } from './in-time.ts'
import type { Registry } from '../registry/registry.ts'
import { readLiveShell, type LiveShell } from './snapshot.ts'
import { toldAs, type Told } from './told.ts'

/** Published builds that one browser runs in place of the released ones, as passed in `#site-settings`. */
export interface Preview {
  /** Unit → build. */
  readonly builds: Readonly<Record<string, string>>
}

/** Finds what the browser with these cookies previews; null for none. */
export type ReadPreview = (cookies: string) => Promise<Preview | null>

/** Without an answer in time the browser gets what is released, so that releases do not depend on previews. */
export async function previewOf(cookies: string | undefined, read: ReadPreview | undefined): Promise<Preview | null> {
  return read && cookies ? inTime(read(cookies)) : null
}

/**
 * The pointers with the previewed remotes, which have no other build to fall back to. The registry's reader refuses
 * releases that no accepted key signed; a build that cannot be read leaves its unit as released.
 */
export async function withPreview(registry: Registry, told: Told, { builds }: Preview): Promise<Told> {
  const chosen = Object.entries(builds).filter(([unit]) => unit !== shellUnit)
  const previewed = chosen.map(async ([unit, build]): Promise<[string, LivePointer] | null> => {
    const stable = await registry.readRemoteRelease(unit, build).catch(() => null)
    const rev = told.pointers.remotes[unit]?.rev ?? 0
    return stable && [unit, { rev, stable, canary: null, lastKnownGood: [], bad: [] }]
  })
  const remotes = (await Promise.all(previewed)).filter((entry) => entry !== null)
  // A page with a previewed shell stays on it.
  const { shell: _, ...pointers } = told.pointers
  return toldAs({ ...pointers, remotes: { ...pointers.remotes, ...Object.fromEntries(remotes) } })
}

/** The previewed shell; null if the preview has none, or it cannot be read. */
export async function previewedShell(registry: Registry, { builds }: Preview): Promise<LiveShell | null> {
  const build = builds[shellUnit]
  return build === undefined ? null : readLiveShell(registry, build).catch(() => null)
}
