import * as v from 'valibot'
import { diff } from '../actions/diff.ts'
import { doctor } from '../actions/doctor.ts'
import { freeze, unfreeze } from '../move/freeze.ts'
import { history } from '../actions/history.ts'
import { promoteTogether } from '../move/promote-together.ts'
import { promote, type PointerMoved } from '../move/promote.ts'
import { prune, type Pruned } from '../actions/prune.ts'
import { repair } from '../move/repair.ts'
import { endCanary } from '../move/end-canary.ts'
import { rollbackSet, rollbackTogether } from '../move/rollback-together.ts'
import { rollback } from '../move/rollback.ts'
import type { UnitBuild } from '../move/ways-back.ts'
import { status } from '../actions/status.ts'
import { ReleaseError } from '../error/release-error.ts'
import { describeIssue, type Registry } from '../registry/registry.ts'
import type { TokenScope } from './token.ts'

const name = v.pipe(v.string(), v.maxLength(100))
const text = v.pipe(v.string(), v.maxLength(1000))
const basis = { decidedOn: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))), from: v.optional(name) }
const target = { channel: name, unit: name }
const audience = v.strictObject({
  percent: v.optional(v.number()),
  accounts: v.optional(v.pipe(v.array(v.number()), v.maxLength(1000))),
})
const freezing = v.strictObject({ ...target, reason: text, ...basis })
const now = v.optional(v.boolean())
const builds = v.pipe(v.array(v.strictObject({ unit: name, build: name, ...basis })), v.minLength(1), v.maxLength(50))

/** A call of a verb, checked in its form and not yet in what it may do. */
export interface Call {
  readonly scope: TokenScope | 'read'
  /** The units that it reads or changes. */
  readonly units: readonly string[]
  readonly run: (registry: Registry, who: string, permit: Permit) => Promise<Answer>
}

/**
 * Asked about what only the registry knows: the units of a set, or that a call needs more than its own scope.
 * @throws ReleaseError `not_permitted`
 */
export type Permit = (units: readonly string[], scope?: TokenScope) => void

export interface Answer {
  readonly result: unknown
  /** What was done, in a few words for the audit. */
  readonly done: string
}

interface Verb<S extends v.GenericSchema<unknown, object>, R> {
  /** What may be asked for over the network; who asks is known from the token. */
  readonly options: S
  readonly scope: (options: v.InferOutput<S>) => Call['scope']
  readonly units: (options: v.InferOutput<S>) => Call['units']
  readonly run: (registry: Registry, options: v.InferOutput<S> & { readonly who: string }, permit: Permit) => Promise<R>
  readonly done: (result: R) => string
}

/** A verb with the function that reads a call of it from JSON. */
const verb = <S extends v.GenericSchema<unknown, object>, R>({ options: schema, scope, units, run, done }: Verb<S, R>) => ({
  options: schema,
  read(json: unknown): Call {
    const parsed = v.safeParse(schema, json)
    if (!parsed.success) throw requestInvalid(`in its options ${describeIssue(parsed.issues[0])}`)
    const options = parsed.output
    return {
      scope: scope(options),
      units: units(options),
      async run(registry, who, permit) {
        const result = await run(registry, { ...options, who }, permit)
        return { result, done: done(result) }
      },
    }
  },
})

/** The error for a request that release tools of this version do not send. */
export function requestInvalid(why: string): ReleaseError {
  const advice = "Use the release tools of the site's version, and options that work over the network"
  return new ReleaseError('request_invalid', { what: 'The request was not understood', why, advice })
}

/** A build that is none to go back to is a new one for everybody, which takes the right to promote. */
async function permitTargets(registry: Registry, channel: string, targets: readonly UnitBuild[], permit: Permit): Promise<void> {
  const units = targets.map(({ unit }) => unit)
  for (const { unit, build } of targets) {
    const pointer = (await registry.readPointer(channel, unit))?.pointer
    // What is not promoted, live or bad is refused as such.
    if (!pointer || [pointer.stable, ...pointer.bad, ...pointer.lastKnownGood].includes(build)) continue
    try {
      permit(units, 'promote')
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error
      const { code, what, why, advice } = error
      throw new ReleaseError(code, { what, why: `${build} is none that ${unit} goes back to, so this would promote it: ${why}`, advice })
    }
  }
}

const ofUnit = ({ unit }: { readonly unit: string }) => [unit]

const hasRead = () => 'read'
const hasMoved = ({ unit, rev, build, canary }: PointerMoved) =>
  `${unit} runs ${build}${canary ? `, tries ${canary.build}` : ''} (revision ${rev})`
const haveMoved = (moves: readonly PointerMoved[]) => moves.map(hasMoved).join('; ')
const hasPruned = ({ removed }: Pruned) => `removed ${removed.map(({ build }) => build).join(', ') || 'nothing'}`

/** The verbs that a site offers over the network, each to tokens of its scope and units. */
export const verbs = {
  status: verb({ options: v.strictObject(target), scope: () => 'read', units: ofUnit, run: status, done: hasRead }),
  history: verb({ options: v.strictObject(target), scope: () => 'read', units: ofUnit, run: history, done: hasRead }),
  diff: verb({
    options: v.strictObject({ unit: name, from: name, to: name }),
    scope: () => 'read',
    units: ofUnit,
    run: diff,
    done: hasRead,
  }),
  doctor: verb({
    options: v.strictObject({ ...target, build: v.optional(name) }),
    scope: () => 'read',
    units: ofUnit,
    run: doctor,
    done: hasRead,
  }),
  promote: verb({
    options: v.strictObject({
      ...target,
      build: name,
      why: v.nullable(text),
      canary: v.optional(audience),
      firstForAll: v.optional(v.boolean()),
      ...basis,
    }),
    // The first build goes to everybody.
    scope: ({ canary, firstForAll }) => (canary && !firstForAll ? 'canary' : 'promote'),
    units: ofUnit,
    run: promote,
    done: hasMoved,
  }),
  promoteTogether: verb({
    options: v.strictObject({
      channel: name,
      builds,
      why: v.nullable(text),
    }),
    scope: () => 'promote',
    units: ({ builds }) => builds.map(({ unit }) => unit),
    run: promoteTogether,
    done: haveMoved,
  }),
  rollback: verb({
    options: v.strictObject({ ...target, build: v.optional(name), reason: text, now, ...basis }),
    scope: () => 'rollback',
    units: ofUnit,
    async run(registry, options, permit) {
      const { channel, unit, build } = options
      if (build !== undefined) await permitTargets(registry, channel, [{ unit, build }], permit)
      return rollback(registry, options)
    },
    done: hasMoved,
  }),
  rollbackTogether: verb({
    options: v.strictObject({ channel: name, builds, reason: text, now }),
    scope: () => 'rollback',
    units: ({ builds: all }) => all.map(({ unit }) => unit),
    async run(registry, options, permit) {
      await permitTargets(registry, options.channel, options.builds, permit)
      return rollbackTogether(registry, options)
    },
    done: haveMoved,
  }),
  rollbackSet: verb({
    options: v.strictObject({ ...target, reason: text, now, ...basis }),
    scope: () => 'rollback',
    units: ofUnit,
    run: (registry, options, permit) => rollbackSet(registry, { ...options, permit }),
    done: haveMoved,
  }),
  endCanary: verb({
    options: v.strictObject({ ...target, why: v.nullable(text), ...basis }),
    scope: () => 'canary',
    units: ofUnit,
    run: endCanary,
    done: hasMoved,
  }),
  freeze: verb({ options: freezing, scope: () => 'freeze', units: ofUnit, run: freeze, done: hasMoved }),
  unfreeze: verb({ options: freezing, scope: () => 'freeze', units: ofUnit, run: unfreeze, done: hasMoved }),
  repair: verb({ options: v.strictObject({ ...target, ...basis }), scope: () => 'repair', units: ofUnit, run: repair, done: hasMoved }),
  prune: verb({
    options: v.strictObject({ unit: name, days: v.pipe(v.number(), v.minValue(0)), dryRun: v.boolean() }),
    scope: () => 'prune',
    units: ofUnit,
    run: prune,
    done: hasPruned,
  }),
}

export type VerbName = keyof typeof verbs
export const isVerb = (name: string): name is VerbName => Object.hasOwn(verbs, name)
