import { checkAgainstLive } from '../build/checks.ts'
import { readKnownRelease, readWholeRelease } from '../build/inspect.ts'
import { channelFlag, quoted, ReleaseError } from '../error/release-error.ts'
import { changePointer, checkBasis, pointerToChange, type Basis } from '../registry/change-pointer.ts'
import { refuseLostPointer } from '../registry/effective-pointer.ts'
import { checkName } from '../registry/layout.ts'
import type { CurrentPointer, Registry } from '../registry/registry.ts'
import type { Canary, Evidence, Pointer } from '../registry/schemas.ts'
import { lastTakenBack } from './last-change.ts'
import { movedTo, type PointerMoved } from './promote.ts'
import { commandsOf, waysBack, type PassedOver, type UnitBuild } from './ways-back.ts'
import { whoMay } from './who-may.ts'

export interface RollbackOptions extends Basis {
  readonly unit: string
  /** Target build. Default: for a canary the stable build, otherwise the newest former build that runs with what is live. */
  readonly build?: string | undefined
  readonly channel: string
  readonly who: string
  /** Required, for whoever reads the log later. */
  readonly reason: string
  /** Open pages swap at once, except where something is unsaved; otherwise at the next screen or query of their users. */
  readonly now?: boolean | undefined
  /** Figures behind the decision, kept in the log. */
  readonly evidence?: Evidence | undefined
}

export interface RolledBack extends PointerMoved {
  /** Newer former builds that the default target has passed over. */
  readonly passedOver: readonly PassedOver[]
  /** The build that it has marked bad: that of the canary that it ended, else the one that it left. */
  readonly markedBad: string
}

/**
 * Restores a former build as a new revision and marks the current one as bad. Allowed during a freeze. Without a
 * target, `from` and revision it is refused soon after another rollback, which may have been the same decision.
 * @throws ReleaseError
 */
export async function rollback(registry: Registry, options: RollbackOptions): Promise<RolledBack> {
  const { unit, channel, who, evidence, now } = options
  checkName('unit', unit)
  checkName('channel', channel)
  if (options.build !== undefined) checkName('build', options.build)
  const what = `${unit} was not rolled back on ${channel}`
  const reason = givenReason(options.reason, what, 'what was wrong')
  const before = await pointerToChange(registry, { channel, unit, what })
  if (!before) throw await unitUnknown(registry, channel, unit, what)
  const { pointer } = before
  const ended = options.build === undefined ? pointer.canary : null
  const leaves = ended?.build ?? pointer.stable
  await checkBasis(registry, { channel, unit, what }, before, options, leaves)
  if ([options.build, options.from, options.decidedOn].every((given) => given === undefined)) {
    await refuseRepeated(registry, options, before, leaves)
  }
  const { target, after } = ended ? { target: null, after: withoutCanary(pointer, ended) } : await planned(registry, options, pointer)
  const moved = await changePointer(registry, { channel, unit, action: 'rollback', who, why: reason, before, after, evidence, now })
  return { ...movedTo(options, before, moved), passedOver: target?.passedOver ?? [], markedBad: leaves }
}

/**
 * The pointer after a rollback. The plan reads the registry again, so a refusal says something about the pointer that the
 * decision was made on only while that still stands.
 * @throws ReleaseError `pointer_moved` if it does not
 */
async function planned(
  registry: Registry,
  options: RollbackOptions,
  pointer: Pointer,
): Promise<{ readonly target: DefaultTarget | null; readonly after: Omit<Pointer, 'rev'> }> {
  const { unit, channel } = options
  try {
    const target = options.build === undefined ? await defaultTarget(registry, options) : null
    return { target, after: await backTo(registry, { ...options, build: options.build ?? target?.build }, pointer) }
  } catch (error) {
    const what = `${unit} was not rolled back on ${channel}`
    await checkBasis(registry, { channel, unit, what }, await registry.readPointer(channel, unit), { decidedOn: pointer.rev })
    throw error
  }
}

/** Trims a reason; an empty one is refused. */
export function givenReason(text: string, what: string, asked: string): string {
  const reason = text.trim()
  if (reason !== '') return reason
  throw new ReleaseError('reason_missing', { what, why: 'the reason is empty', advice: `Say in a sentence ${asked}, with --reason` })
}

/** Two people who notice the same fault would otherwise go back twice, and mark the good build bad. */
async function refuseRepeated(
  registry: Registry,
  { unit, channel, reason, now }: RollbackOptions,
  { pointer }: CurrentPointer,
  leaves: string,
): Promise<void> {
  const last = await lastTakenBack(registry, channel, unit, pointer)
  if (!last) return
  const { who, rev, action } = last.entry
  const did = action === 'end_canary' ? 'ended its canary' : 'did so'
  throw new ReleaseError('rollback_repeated', {
    what: `${unit} was not rolled back on ${channel}`,
    why: `${who} ${did} ${last.seconds} seconds ago (revision ${rev}), and it runs ${pointer.stable} now`,
    advice: `If ${leaves} is wrong as well, say so`,
    replaces: leaves,
    commands: [['rollback', unit, '--from', leaves, '--reason', reason, ...(now ? ['--now'] : []), ...channelFlag(channel)]],
  })
}

/** Ends the canary; everybody receives the stable build. */
function withoutCanary(pointer: Pointer, { build }: Canary): Omit<Pointer, 'rev'> {
  return { ...pointer, canary: null, bad: withBad(pointer, build) }
}

interface DefaultTarget {
  readonly build: string
  readonly passedOver: readonly PassedOver[]
}

/** The newest former build that is whole and runs with what is live. */
async function defaultTarget(registry: Registry, { unit, channel, reason, now }: RollbackOptions): Promise<DefaultTarget> {
  const { alone, passedOver, together } = await waysBack(registry, channel, unit, { whole: true })
  if (alone !== null) return { build: alone, passedOver }
  const none = 'no former build of it is known to be good on this channel'
  throw new ReleaseError('no_rollback_target', {
    what: `${unit} was not rolled back on ${channel}`,
    why:
      passedOver.length === 0
        ? none
        : `no former build of it can run now (${passedOver.map(({ build, why }) => `${build}: ${why}`).join('; ')})`,
    advice: together
      ? await whoMay(registry, 'It can go back together with others', [...together.builds, ...together.canaries])
      : `Name a build (${quoted(channel, 'status', unit)} lists them), or promote one that is right`,
    commands: together ? commandsOf(together, channel, { reason, now }) : [],
  })
}

async function backTo(registry: Registry, options: RollbackOptions, pointer: Pointer): Promise<Omit<Pointer, 'rev'>> {
  const { unit, channel, build = pointer.stable } = options
  const what = `${unit} was not rolled back to ${build} on ${channel}`
  checkTarget({ unit, build, channel }, pointer, what)
  const release = await readKnownRelease(registry, unit, build, what)
  try {
    await checkAgainstLive(registry, channel, [release], what)
  } catch (error) {
    throw await withWayTogether(registry, options, build, error)
  }
  await readWholeRelease(registry, unit, build, what)
  return pointerBackTo(pointer, build)
}

/** A build that does not fit alone may fit together with others. */
async function withWayTogether(
  registry: Registry,
  { unit, channel, reason, now }: RollbackOptions,
  build: string,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ReleaseError)) return error
  const { together } = await waysBack(registry, channel, unit, { builds: [build] })
  if (!together) return error
  const { code, what, why } = error
  return new ReleaseError(code, {
    what,
    why,
    advice: await whoMay(registry, 'It can go back together with others', [...together.builds, ...together.canaries]),
    commands: commandsOf(together, channel, { reason, now }),
  })
}

/** The pointer after a rollback to a build. */
export function pointerBackTo(pointer: Pointer, build: string): Omit<Pointer, 'rev'> {
  return {
    ...pointer,
    stable: build,
    // A canary on top of a rolled-back build ends too, without being marked as bad.
    canary: null,
    lastKnownGood: pointer.lastKnownGood.filter((other) => other !== build),
    bad: withBad(pointer, pointer.stable),
  }
}

function withBad(pointer: Pointer, build: string): string[] {
  return [build, ...pointer.bad.filter((other) => other !== build)]
}

export function checkTarget({ unit, build, channel }: UnitBuild & { readonly channel: string }, pointer: Pointer, what: string): void {
  if (build === pointer.stable) {
    const advice = `Leave the build away for the newest good one, or see ${quoted(channel, 'status', unit)}`
    throw new ReleaseError('already_stable', { what, why: `it runs ${build} already`, advice })
  }
  if (pointer.bad.includes(build)) {
    const advice = `If it is right after all, say so with ${quoted(channel, 'promote', unit, build)}`
    throw new ReleaseError('build_bad', { what, why: `${build} was left by a rollback itself and is marked bad`, advice })
  }
}

/** The error for a unit without a pointer on the channel; lists those that have one. */
export async function unitUnknown(registry: Registry, channel: string, unit: string, what: string): Promise<ReleaseError> {
  await refuseLostPointer(registry, channel, unit, what)
  const live = await registry.listLive(channel)
  return new ReleaseError('unit_unknown', {
    what,
    why: `no build of ${unit} was ever promoted on ${channel} in ${registry.storage.location}`,
    advice:
      live.length > 0
        ? `Units with one: ${live.join(', ')}`
        : `Publish one with ${quoted(channel, 'publish', unit)}, which prints the command that promotes it, or name the right --registry`,
  })
}
