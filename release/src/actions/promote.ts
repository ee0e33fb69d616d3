import { changePointer } from '../registry/change-pointer.ts'
import { checkName } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import { checkAgainstLive, readWholeRelease } from './checks.ts'

/** How many earlier builds a pointer remembers as ways back. */
const rememberedBuilds = 10

export interface PromoteOptions {
  readonly unit: string
  readonly build: string
  readonly channel: string
  /** Who answers for it; for the log. */
  readonly who: string
  /** What it is for; for the log. */
  readonly why: string | null
}

export interface PointerMoved {
  readonly unit: string
  readonly channel: string
  readonly rev: number
  readonly build: string
  /** The build that ran before; null: this is the unit's first. */
  readonly previous: string | null
  /** False: the build was stable already, nothing was written. */
  readonly changed: boolean
}

/**
 * Makes a published build the one that runs on a channel.
 * @throws ReleaseRefused
 */
export async function promote(registry: Registry, options: PromoteOptions): Promise<PointerMoved> {
  const { unit, build, channel } = options
  checkName('unit', unit)
  checkName('build', build)
  checkName('channel', channel)
  const what = `The build ${build} of ${unit} was not promoted on ${channel}`
  const before = await registry.readPointer(channel, unit)
  const release = await readWholeRelease(registry, unit, build, what)
  await checkAgainstLive(registry, channel, release, what)
  if (before?.pointer.stable === build) return { unit, channel, rev: before.pointer.rev, build, previous: build, changed: false }
  const good = before ? [before.pointer.stable, ...before.pointer.lastKnownGood] : []
  const after = await changePointer(registry, {
    channel,
    unit,
    action: 'promote',
    who: options.who,
    why: options.why,
    before,
    after: {
      stable: build,
      lastKnownGood: good.filter((other) => other !== build).slice(0, rememberedBuilds),
      bad: before?.pointer.bad.filter((other) => other !== build) ?? [],
      canary: null,
      frozen: false,
    },
  })
  return { unit, channel, rev: after.rev, build, previous: before?.pointer.stable ?? null, changed: true }
}
