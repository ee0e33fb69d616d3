import { ReleaseRefused } from '../refusal.ts'
import { changePointer } from '../registry/change-pointer.ts'
import { checkName } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import type { Pointer } from '../registry/schemas.ts'
import { checkAgainstLive, readWholeRelease } from './checks.ts'
import type { PointerMoved } from './promote.ts'

export interface RollbackOptions {
  readonly unit: string
  /** Where to; by default the newest build that was good. */
  readonly build?: string | undefined
  readonly channel: string
  readonly who: string
  /** Why; required, for whoever reads the log later. */
  readonly reason: string
}

/**
 * Puts an earlier build back as a new revision, and marks the one it leaves as bad.
 * @throws ReleaseRefused
 */
export async function rollback(registry: Registry, options: RollbackOptions): Promise<PointerMoved> {
  const { unit, channel } = options
  checkName('unit', unit)
  checkName('channel', channel)
  if (options.build !== undefined) checkName('build', options.build)
  const reason = options.reason.trim()
  if (reason === '') {
    const what = `${unit} was not rolled back on ${channel}`
    throw new ReleaseRefused('reason_missing', {
      what,
      why: 'the reason is empty',
      advice: 'Say in a sentence what was wrong, with --reason',
    })
  }
  const before = await registry.readPointer(channel, unit)
  if (!before) throw await unitUnknown(registry, channel, unit, `${unit} was not rolled back on ${channel}`)
  const build = options.build ?? newestGood(unit, channel, before.pointer)
  const what = `${unit} was not rolled back to ${build} on ${channel}`
  checkTarget(unit, build, before.pointer, what)
  const release = await readWholeRelease(registry, unit, build, what)
  await checkAgainstLive(registry, channel, release, what)
  const { pointer } = before
  const after = await changePointer(registry, {
    channel,
    unit,
    action: 'rollback',
    who: options.who,
    why: reason,
    before,
    after: {
      ...pointer,
      stable: build,
      lastKnownGood: pointer.lastKnownGood.filter((other) => other !== build),
      bad: [pointer.stable, ...pointer.bad.filter((other) => other !== pointer.stable)],
    },
  })
  return { unit, channel, rev: after.rev, build, previous: pointer.stable, changed: true }
}

function newestGood(unit: string, channel: string, pointer: Pointer): string {
  const build = pointer.lastKnownGood.find((other) => !pointer.bad.includes(other))
  if (build !== undefined) return build
  throw new ReleaseRefused('no_rollback_target', {
    what: `${unit} was not rolled back on ${channel}`,
    why: `no build before ${pointer.stable} was good on this channel`,
    advice: `Name a build ("release rollback ${unit} BUILD --reason …"), or publish and promote a corrected one`,
  })
}

function checkTarget(unit: string, build: string, pointer: Pointer, what: string): void {
  if (build === pointer.stable) {
    const advice = `Leave the build away for the newest good one, or see "release status ${unit}"`
    throw new ReleaseRefused('already_stable', { what, why: `it runs ${build} already`, advice })
  }
  if (pointer.bad.includes(build)) {
    const advice = `If it is right after all, say so with "release promote ${unit} ${build}"`
    throw new ReleaseRefused('build_bad', { what, why: `${build} was left by a rollback itself and is marked bad`, advice })
  }
}

/** A unit that has no pointer on the channel: names those that have one, for typing errors. */
export async function unitUnknown(registry: Registry, channel: string, unit: string, what: string): Promise<ReleaseRefused> {
  const live = await registry.listLive(channel)
  return new ReleaseRefused('unit_unknown', {
    what,
    why: `no build of ${unit} was ever promoted on ${channel} in ${registry.storage.location}`,
    advice:
      live.length > 0
        ? `Units with one: ${live.join(', ')}`
        : `Promote one with "release promote ${unit} BUILD", or name the right --registry`,
  })
}
