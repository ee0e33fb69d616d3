import { checkPromotedBudget } from '../build/budget.ts'
import { checkAgainstLive } from '../build/checks.ts'
import { readWholeRelease } from '../build/inspect.ts'
import { checkBasis, pointerToChange, type Basis } from '../registry/change-pointer.ts'
import { refuseLostPointer } from '../registry/effective-pointer.ts'
import { checkName, shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import { checkDistinct, moveTogether } from './move-together.ts'
import { promoted, type PointerMoved, type PromoteOptions } from './promote.ts'
import { withWayForward } from './ways-forward.ts'

export interface PromoteTogetherOptions extends Pick<PromoteOptions, 'channel' | 'who' | 'why'> {
  /** At most one build per unit. */
  readonly builds: readonly (Pick<PromoteOptions, 'unit' | 'build'> & Basis)[]
}

/**
 * Promotes builds that only work together, such as a shell and its remotes at a new major version of the
 * contract. All are checked against each other before anything moves. Then they move one after the other, the
 * shell last, so that pages of the old shell fall back to the remotes they know in between. If one move fails,
 * the earlier ones are undone.
 * @throws ReleaseError
 */
export async function promoteTogether(registry: Registry, options: PromoteTogetherOptions): Promise<PointerMoved[]> {
  const { channel, who, why } = options
  checkName('channel', channel)
  const builds = options.builds.toSorted((one, other) => Number(one.unit === shellUnit) - Number(other.unit === shellUnit))
  const names = builds.map(({ unit, build }) => `${unit} ${build}`).join(', ')
  const what = `${names} were not promoted together on ${channel}`
  checkDistinct(
    builds.map(({ unit }) => unit),
    what,
  )
  const read = await Promise.all(
    builds.map(async (build) => {
      const { unit } = build
      checkName('unit', unit)
      const before = await pointerToChange(registry, { channel, unit, what })
      if (!before) await refuseLostPointer(registry, channel, unit, what)
      await checkBasis(registry, { channel, unit, what }, before, build)
      return { build, before, release: await readWholeRelease(registry, unit, build.build, what) }
    }),
  )
  const releases = read.map(({ release }) => release)
  const steps = read.map(({ build, before }) => {
    const after = promoted(what, before?.pointer ?? null, { ...build, channel, who, why })
    return { unit: build.unit, before, after }
  })
  for (const { before, release } of read) await checkPromotedBudget(registry, before?.pointer ?? null, release, what)
  await checkAgainstLive(registry, channel, releases, what).catch(async (error: unknown) => {
    throw await withWayForward(registry, { channel, why, releases }, error)
  })
  return moveTogether(registry, { channel, action: 'promote', who, why, what, steps })
}
