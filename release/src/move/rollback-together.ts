import { checkAgainstLive } from '../build/checks.ts'
import { readWholeRelease } from '../build/inspect.ts'
import { channelFlag, ReleaseError, type Command } from '../error/release-error.ts'
import { checkBasis, pointerToChange, type Basis } from '../registry/change-pointer.ts'
import { checkName, shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import { becameStable } from './last-change.ts'
import { checkDistinct, moveTogether } from './move-together.ts'
import type { PointerMoved } from './promote.ts'
import { checkTarget, givenReason, pointerBackTo, unitUnknown, type RollbackOptions } from './rollback.ts'
import type { UnitBuild } from './ways-back.ts'

export interface RollbackTogetherOptions extends Pick<RollbackOptions, 'channel' | 'who' | 'reason' | 'now'> {
  /** At most one build per unit. */
  readonly builds: readonly (UnitBuild & Basis)[]
}

/**
 * Restores former builds that only work together. All are checked against each other before anything moves. Then they
 * move one after the other, the shell first, so that pages of the former shell fall back to the remotes they know
 * in between. If one move fails, the earlier ones are undone. Every build that is left is marked bad.
 * @throws ReleaseError
 */
export async function rollbackTogether(registry: Registry, options: RollbackTogetherOptions): Promise<PointerMoved[]> {
  const { channel, who, now } = options
  checkName('channel', channel)
  const builds = options.builds.toSorted((one, other) => Number(other.unit === shellUnit) - Number(one.unit === shellUnit))
  const names = builds.map(({ unit, build }) => `${unit} ${build}`).join(', ')
  const what = `${names} were not restored together on ${channel}`
  const why = givenReason(options.reason, what, 'what was wrong')
  checkDistinct(
    builds.map(({ unit }) => unit),
    what,
  )
  const read = await Promise.all(
    builds.map(async ({ unit, build, ...basis }) => {
      checkName('unit', unit)
      checkName('build', build)
      const before = await pointerToChange(registry, { channel, unit, what })
      if (!before) throw await unitUnknown(registry, channel, unit, what)
      await checkBasis(registry, { channel, unit, what }, before, basis)
      checkTarget({ unit, build, channel }, before.pointer, what)
      const release = await readWholeRelease(registry, unit, build, what)
      return { release, step: { unit, before, after: pointerBackTo(before.pointer, build) } }
    }),
  )
  await checkAgainstLive(
    registry,
    channel,
    read.map(({ release }) => release),
    what,
  )
  return moveTogether(registry, { channel, action: 'rollback', who, why, now, what, steps: read.map(({ step }) => step) })
}

export interface RollbackSetOptions extends Pick<RollbackOptions, 'unit' | 'channel' | 'who' | 'reason' | 'now'>, Basis {
  /** Told the units of the set before anything of the others is read; throws if they may not be moved. */
  readonly permit?: (units: readonly string[]) => void
}

/**
 * Takes a set back that was promoted together: each of its units to the build that ran before.
 * @throws ReleaseError if the unit's build did not come with a set, or a unit of the set has changed since
 */
export async function rollbackSet(registry: Registry, { permit, ...options }: RollbackSetOptions): Promise<PointerMoved[]> {
  const { unit, channel } = options
  checkName('unit', unit)
  checkName('channel', channel)
  const what = `The set of ${unit} was not rolled back on ${channel}`
  const first = await readLast(registry, options, unit, what)
  await checkBasis(registry, { channel, unit, what }, first.current, options)
  const alone = backAlone(first.current.pointer.stable, options)
  const { set } = first.entry
  if (!set || first.entry.action !== 'promote') {
    throw new ReleaseError('no_set', {
      what,
      why: `${first.current.pointer.stable} did not come with builds of other units (revision ${first.entry.rev})`,
      advice: `Roll ${unit} back alone`,
      commands: [alone],
    })
  }
  permit?.(set.units)
  const builds = await Promise.all(
    set.units.map(async (name) => {
      const { entry, current } = await readLast(registry, options, name, what)
      if (entry.set?.id !== set.id) {
        const why = `${name} has changed since (revision ${entry.rev} by ${entry.who}: it runs ${current.pointer.stable})`
        throw new ReleaseError('pointer_moved', { what, why, advice: `Roll ${unit} back alone`, commands: [alone] })
      }
      if (!entry.from) {
        const advice = 'Roll back the other units, or promote corrected builds'
        throw new ReleaseError('no_rollback_target', { what, why: `${name} did not run before`, advice })
      }
      return { unit: name, build: entry.from.stable, decidedOn: current.pointer.rev }
    }),
  )
  return rollbackTogether(registry, { ...options, builds })
}

/** The pointer of a unit, with the change that made its build the stable one. */
async function readLast(registry: Registry, options: RollbackSetOptions, unit: string, what: string) {
  const { channel } = options
  const current = await pointerToChange(registry, { channel, unit, what })
  if (!current) throw await unitUnknown(registry, channel, unit, what)
  const entry = await becameStable(registry, channel, unit, current.pointer)
  if (entry) return { current, entry }
  throw new ReleaseError('registry_damaged', {
    what,
    why: `the log entry of what ${unit} runs is missing or damaged`,
    advice: `Roll ${unit} back alone`,
    commands: [backAlone(current.pointer.stable, { ...options, unit })],
  })
}

/** The command that takes a unit back from its build, to the newest former one that runs with what is live. */
function backAlone(stable: string, { unit, channel, reason, now }: RollbackSetOptions): Command {
  return ['rollback', unit, '--from', stable, '--reason', reason, ...(now ? ['--now'] : []), ...channelFlag(channel)]
}
