import { ReleaseError } from '../error/release-error.ts'
import { changePointer, checkRevision } from '../registry/change-pointer.ts'
import { refuseLostPointer } from '../registry/effective-pointer.ts'
import { checkName } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import type { Canary, Evidence, Pointer } from '../registry/schemas.ts'
import { checkAgainstLive } from './checks.ts'
import { readWholeRelease } from './inspect.ts'
import { movedTo, type PointerMoved } from './promote.ts'

export interface RollbackOptions {
  readonly unit: string
  /** Target build. Default: for a canary the stable build, otherwise the newest rollback target. */
  readonly build?: string | undefined
  readonly channel: string
  readonly who: string
  /** Required, for whoever reads the log later. */
  readonly reason: string
  /** Figures behind the decision, kept in the log. */
  readonly evidence?: Evidence | undefined
  /** Expected revision: refused if the pointer has moved since. */
  readonly decidedOn?: number | undefined
}

/**
 * Restores a former build as a new revision and marks the current one as bad. Allowed during a freeze.
 * @throws ReleaseError
 */
export async function rollback(registry: Registry, options: RollbackOptions): Promise<PointerMoved> {
  const { unit, channel, who, evidence } = options
  checkName('unit', unit)
  checkName('channel', channel)
  if (options.build !== undefined) checkName('build', options.build)
  const reason = givenReason(options.reason, `${unit} was not rolled back on ${channel}`, 'what was wrong')
  const before = await registry.readPointer(channel, unit)
  if (!before) throw await unitUnknown(registry, channel, unit, `${unit} was not rolled back on ${channel}`)
  await checkRevision(registry, { channel, unit, what: `${unit} was not rolled back on ${channel}` }, before, options.decidedOn)
  const { pointer } = before
  const after =
    pointer.canary && options.build === undefined ? withoutCanary(pointer, pointer.canary) : await backTo(registry, options, pointer)
  const moved = await changePointer(registry, { channel, unit, action: 'rollback', who, why: reason, before, after, evidence })
  return movedTo(options, before, moved)
}

/** Trims a reason; an empty one is refused. */
export function givenReason(text: string, what: string, asked: string): string {
  const reason = text.trim()
  if (reason !== '') return reason
  throw new ReleaseError('reason_missing', { what, why: 'the reason is empty', advice: `Say in a sentence ${asked}, with --reason` })
}

/** Ends the canary; everybody receives the stable build. */
function withoutCanary(pointer: Pointer, { build }: Canary): Omit<Pointer, 'rev'> {
  return { ...pointer, canary: null, bad: withBad(pointer, build) }
}

async function backTo(registry: Registry, options: RollbackOptions, pointer: Pointer): Promise<Omit<Pointer, 'rev'>> {
  const { unit, channel } = options
  const build = options.build ?? newestGood(unit, channel, pointer)
  const what = `${unit} was not rolled back to ${build} on ${channel}`
  checkTarget(unit, build, pointer, what)
  const release = await readWholeRelease(registry, unit, build, what)
  await checkAgainstLive(registry, channel, [release], what)
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

function newestGood(unit: string, channel: string, pointer: Pointer): string {
  const build = pointer.lastKnownGood.find((other) => !pointer.bad.includes(other))
  if (build !== undefined) return build
  throw new ReleaseError('no_rollback_target', {
    what: `${unit} was not rolled back on ${channel}`,
    why: `no build before ${pointer.stable} was good on this channel`,
    advice: `Name a build ("release rollback ${unit} BUILD --reason …"), or publish and promote a corrected one`,
  })
}

function checkTarget(unit: string, build: string, pointer: Pointer, what: string): void {
  if (build === pointer.stable) {
    const advice = `Leave the build away for the newest good one, or see "release status ${unit}"`
    throw new ReleaseError('already_stable', { what, why: `it runs ${build} already`, advice })
  }
  if (pointer.bad.includes(build)) {
    const advice = `If it is right after all, say so with "release promote ${unit} ${build}"`
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
        : `Promote one with "release promote ${unit} BUILD", or name the right --registry`,
  })
}
