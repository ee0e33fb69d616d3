import { randomBytes } from 'node:crypto'
import { channelFlag, quoted, ReleaseError, type Command } from '../error/release-error.ts'
import { changePointer, checkBasis, pointerToChange, type Basis } from '../registry/change-pointer.ts'
import { refuseLostPointer } from '../registry/effective-pointer.ts'
import { checkName, shellUnit } from '../registry/layout.ts'
import type { CurrentPointer, Registry } from '../registry/registry.ts'
import type { Canary, Pointer } from '../registry/schemas.ts'
import { checkPromotedBudget } from '../build/budget.ts'
import { checkAgainstLive } from '../build/checks.ts'
import { readWholeRelease } from '../build/inspect.ts'
import { withWayForward } from './ways-forward.ts'

/** Number of former builds that a pointer keeps as rollback targets. */
const rememberedBuilds = 10

/** Who receives a canary; at least one of the two. */
export interface Audience {
  /** Share of the accounts, 0 to 100. */
  readonly percent?: number | undefined
  /** Accounts that always receive it. Default: the accounts of the current canary, if it is the same build. */
  readonly accounts?: readonly number[] | undefined
}

export interface PromoteOptions extends Basis {
  readonly unit: string
  readonly build: string
  readonly channel: string
  /** Author, for the log. */
  readonly who: string
  /** Purpose, for the log. */
  readonly why: string | null
  /** If set, only these accounts receive the build, and everybody else keeps the stable one. */
  readonly canary?: Audience | undefined
  /** A canary of a unit of which nothing runs yet is promoted for everybody instead of being refused. */
  readonly firstForAll?: boolean | undefined
}

export interface PointerMoved {
  readonly unit: string
  readonly channel: string
  readonly rev: number
  /** The stable build. */
  readonly build: string
  /** The former stable build; null if this is the unit's first. */
  readonly previous: string | null
  /** The current canary. */
  readonly canary: Canary | null
  /** The canary that this change ended. */
  readonly endedCanary: string | null
  /** False if nothing had to be written. */
  readonly changed: boolean
}

/**
 * Makes a published build the stable one of a channel, or its canary.
 * @throws ReleaseError
 */
export async function promote(registry: Registry, given: PromoteOptions): Promise<PointerMoved> {
  const { unit, build, channel } = given
  checkName('unit', unit)
  checkName('build', build)
  checkName('channel', channel)
  const what = `The build ${build} of ${unit} was not promoted on ${channel}`
  const before = await pointerToChange(registry, { channel, unit, what })
  if (!before) await refuseLostPointer(registry, channel, unit, what)
  const options = !before && given.firstForAll ? { ...given, canary: undefined } : given
  await checkBasis(registry, { channel, unit, what }, before, options)
  const release = await readWholeRelease(registry, unit, build, what)
  const after = promoted(what, before?.pointer ?? null, options)
  await checkPromotedBudget(registry, before?.pointer ?? null, release, what)
  await checkAgainstLive(registry, channel, [release], what).catch(async (error: unknown) => {
    const trial = options.canary && audienceFlags(options.canary)
    throw await withWayForward(registry, { channel, why: options.why, releases: [release], trial }, error)
  })
  if (before && !after) return movedTo(options, before, before)
  const action = options.canary ? 'canary' : 'promote'
  // oxlint-disable-next-line typescript/no-non-null-assertion -- promoted answers null only for a unit with a pointer
  const moved = await changePointer(registry, { channel, unit, action, who: options.who, why: options.why, before, after: after! })
  return movedTo(options, before, moved)
}

function audienceFlags({ percent, accounts }: Audience): string[] {
  return [...(percent === undefined ? [] : ['--canary', `${percent}%`]), ...(accounts ? ['--accounts', accounts.join(',')] : [])]
}

/** Describes a change for its caller. */
export function movedTo(
  { unit, channel }: { readonly unit: string; readonly channel: string },
  before: CurrentPointer | null,
  { pointer }: CurrentPointer,
): PointerMoved {
  const { rev, stable, canary } = pointer
  const tried = before?.pointer.canary?.build
  return {
    unit,
    channel,
    rev,
    build: stable,
    previous: before?.pointer.stable ?? null,
    canary,
    endedCanary: tried !== undefined && tried !== canary?.build ? tried : null,
    changed: rev !== before?.pointer.rev,
  }
}

/** The pointer after a promotion; null if it is unchanged. */
export function promoted(what: string, before: Pointer | null, options: PromoteOptions): Omit<Pointer, 'rev'> | null {
  const { unit, build, channel, canary } = options
  // First what no state of the unit makes right.
  if (canary) checkAudience(what, options, canary)
  if (before?.frozen) {
    const advice = `When it may be changed again: ${quoted(channel, 'unfreeze', unit, '--reason', '…')}`
    throw new ReleaseError('frozen', { what, why: `${unit} is frozen on ${channel}`, advice })
  }
  if (before?.canary && before.canary.build !== build) {
    const { build: tried } = before.canary
    const toAll = quoted(channel, 'promote', unit, tried)
    const end = quoted(channel, 'end-canary', unit, '--from', tried)
    const bad = quoted(channel, 'rollback', unit, '--from', tried, '--reason', '…')
    const advice = `End it first: ${toAll} gives it to everybody, ${end} ends it, ${bad} also marks it bad`
    throw new ReleaseError('canary_running', { what, why: `${tried} is being tried by some accounts`, advice })
  }
  const bad = before?.bad.filter((other) => other !== build) ?? []
  if (canary) {
    const next = canaryOf(what, before, options, canary)
    if (JSON.stringify(next) === JSON.stringify(before?.canary)) return null
    // oxlint-disable-next-line typescript/no-non-null-assertion -- canaryOf refuses a unit without a pointer
    return { ...before!, canary: next, bad }
  }
  if (before?.stable === build && before.canary === null) return null
  const good = before ? [before.stable, ...before.lastKnownGood] : []
  const lastKnownGood = [...new Set(good)].filter((other) => other !== build).slice(0, rememberedBuilds)
  return { stable: build, lastKnownGood, bad, canary: null, frozen: false }
}

const canaryRefused = (what: string, why: string, advice: string, commands: readonly Command[] = []) =>
  new ReleaseError('canary_invalid', { what, why, advice, commands })

const toAllOf = ({ unit, build, channel }: PromoteOptions) => [['promote', unit, build, ...channelFlag(channel)]]

// A share that rounds to nothing would be a trial of nobody.
const rounded = (percent: number) => Math.round(percent * 100) / 100

function checkAudience(what: string, options: PromoteOptions, { percent, accounts }: Audience): void {
  if (options.unit === shellUnit) {
    const why = 'a page needs its shell before anybody has signed in, so accounts cannot try one'
    throw canaryRefused(what, why, 'Promote it for everybody', toAllOf(options))
  }
  const share = rounded(percent ?? 0)
  if (!(share >= 0 && share <= 100)) throw canaryRefused(what, `${share}% is no share of the accounts`, 'Give a number from 0 to 100')
  const noId = accounts?.find((account) => !Number.isSafeInteger(account) || account < 1)
  if (noId !== undefined) throw canaryRefused(what, `${noId} is no id of an account`, 'Give the ids of accounts, with commas between them')
}

function canaryOf(what: string, before: Pointer | null, options: PromoteOptions, audience: Audience): Canary {
  const { unit, build } = options
  const refused = (why: string, advice: string, commands?: readonly Command[]) => canaryRefused(what, why, advice, commands)
  const toAll = toAllOf(options)
  if (!before) throw refused(`nothing runs of ${unit} that the other accounts could keep`, 'Promote the first build for everybody', toAll)
  if (before.stable === build) throw refused(`${build} runs for everybody already`, 'Name the build that is to be tried')
  const running = before.canary
  const accounts = [...new Set(audience.accounts ?? running?.accounts)].toSorted((one, other) => one - other)
  const percent = rounded(audience.percent ?? running?.percent ?? 0)
  if (percent === 0 && accounts.length === 0) throw refused('nobody would get it', 'Give a share above 0, or accounts')
  // The salt stays the same for a canary, so that raising its share only adds accounts.
  return { build, percent, accounts, salt: running?.salt ?? randomBytes(9).toString('base64url') }
}
