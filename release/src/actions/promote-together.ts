import { ReleaseError } from '../error/release-error.ts'
import { changePointer } from '../registry/change-pointer.ts'
import { refuseLostPointer } from '../registry/effective-pointer.ts'
import { checkName, shellUnit } from '../registry/layout.ts'
import type { CurrentPointer, Registry } from '../registry/registry.ts'
import { checkAgainstLive } from './checks.ts'
import { readWholeRelease } from './inspect.ts'
import { movedTo, promoted, type PointerMoved, type PromoteOptions } from './promote.ts'

export interface PromoteTogetherOptions extends Pick<PromoteOptions, 'channel' | 'who' | 'why'> {
  /** At most one build per unit. */
  readonly builds: readonly Pick<PromoteOptions, 'unit' | 'build'>[]
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
  const repeated = builds.find(({ unit }, index) => builds.findIndex((other) => other.unit === unit) !== index)
  if (repeated) {
    throw new ReleaseError('unit_repeated', { what, why: `${repeated.unit} is named twice`, advice: 'Name each unit once' })
  }
  const steps = await Promise.all(
    builds.map(async (build) => {
      checkName('unit', build.unit)
      const before = await registry.readPointer(channel, build.unit)
      if (!before) await refuseLostPointer(registry, channel, build.unit, what)
      return { build, before, release: await readWholeRelease(registry, build.unit, build.build, what) }
    }),
  )
  const releases = steps.map(({ release }) => release)
  await checkAgainstLive(registry, channel, releases, what)
  const changes = steps.map(({ build, before }) => {
    const after = promoted(what, before?.pointer ?? null, { ...build, channel, who, why })
    return { unit: build.unit, before, after }
  })

  const done: { unit: string; before: CurrentPointer | null; now: CurrentPointer }[] = []
  for (const { unit, before, after } of changes) {
    try {
      const now = after ? await changePointer(registry, { channel, unit, action: 'promote', who, why, before, after }) : before
      if (now) done.push({ unit, before, now })
    } catch (error) {
      const stayed = await putBack(registry, options, done)
      if (!(error instanceof ReleaseError)) throw error
      const left = stayed.length > 0 ? `; ${stayed.join(', ')} could not be put back` : ''
      throw new ReleaseError(error.code, {
        what: `${what}, and what had moved was put back${left}`,
        why: error.why,
        advice: error.advice,
      })
    }
  }
  return done.map(({ unit, before, now }) => movedTo({ unit, channel }, before, now))
}

/** Undoes moves, newest first; returns the units that were changed by others meanwhile, or that had no build before. */
async function putBack(
  registry: Registry,
  { channel, who }: PromoteTogetherOptions,
  done: readonly { unit: string; before: CurrentPointer | null; now: CurrentPointer }[],
): Promise<string[]> {
  const stayed: string[] = []
  for (const { unit, before, now } of done.toReversed()) {
    if (before?.pointer.rev === now.pointer.rev) continue
    const why = 'Not all of the builds that belong together could be promoted'
    const undone = before && changePointer(registry, { channel, unit, action: 'rollback', who, why, before: now, after: before.pointer })
    await (undone ?? Promise.reject(new Error('nothing ran before'))).catch(() => stayed.push(unit))
  }
  return stayed
}
