import * as v from 'valibot'
import { diff } from '../actions/diff.ts'
import { doctor } from '../actions/doctor.ts'
import { freeze, unfreeze } from '../move/freeze.ts'
import { history } from '../actions/history.ts'
import { promoteTogether } from '../move/promote-together.ts'
import { promote } from '../move/promote.ts'
import { prune } from '../actions/prune.ts'
import { repair } from '../move/repair.ts'
import { endCanary } from '../move/end-canary.ts'
import { rollbackTogether } from '../move/rollback-together.ts'
import { rollback } from '../move/rollback.ts'
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
  readonly run: (registry: Registry, who: string) => Promise<unknown>
}

interface Verb<S extends v.GenericSchema<unknown, object>> {
  /** What may be asked for over the network; who asks is known from the token. */
  readonly options: S
  readonly scope: (options: v.InferOutput<S>) => Call['scope']
  readonly units: (options: v.InferOutput<S>) => Call['units']
  readonly run: (registry: Registry, options: v.InferOutput<S> & { readonly who: string }) => Promise<unknown>
}

/** A verb with the function that reads a call of it from JSON. */
const verb = <S extends v.GenericSchema<unknown, object>>({ options: schema, scope, units, run }: Verb<S>) => ({
  options: schema,
  read(json: unknown): Call {
    const parsed = v.safeParse(schema, json)
    if (!parsed.success) throw requestInvalid(`in its options ${describeIssue(parsed.issues[0])}`)
    const options = parsed.output
    return { scope: scope(options), units: units(options), run: (registry, who) => run(registry, { ...options, who }) }
  },
})

/** The error for a request that release tools of this version do not send. */
export function requestInvalid(why: string): ReleaseError {
  const advice = "Use the release tools of the site's version, and options that work over the network"
  return new ReleaseError('request_invalid', { what: 'The request was not understood', why, advice })
}

const ofUnit = ({ unit }: { readonly unit: string }) => [unit]

/** The verbs that a site offers over the network, each to tokens of its scope and units. */
export const verbs = {
  status: verb({ options: v.strictObject(target), scope: () => 'read', units: ofUnit, run: status }),
  history: verb({ options: v.strictObject(target), scope: () => 'read', units: ofUnit, run: history }),
  diff: verb({ options: v.strictObject({ unit: name, from: name, to: name }), scope: () => 'read', units: ofUnit, run: diff }),
  doctor: verb({ options: v.strictObject({ ...target, build: v.optional(name) }), scope: () => 'read', units: ofUnit, run: doctor }),
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
  }),
  rollback: verb({
    options: v.strictObject({ ...target, build: v.optional(name), reason: text, now, ...basis }),
    scope: () => 'rollback',
    units: ofUnit,
    run: rollback,
  }),
  rollbackTogether: verb({
    options: v.strictObject({ channel: name, builds, reason: text, now }),
    scope: () => 'rollback',
    units: ({ builds: all }) => all.map(({ unit }) => unit),
    run: rollbackTogether,
  }),
  endCanary: verb({
    options: v.strictObject({ ...target, why: v.nullable(text), ...basis }),
    scope: () => 'canary',
    units: ofUnit,
    run: endCanary,
  }),
  freeze: verb({ options: freezing, scope: () => 'freeze', units: ofUnit, run: freeze }),
  unfreeze: verb({ options: freezing, scope: () => 'freeze', units: ofUnit, run: unfreeze }),
  repair: verb({ options: v.strictObject({ ...target, ...basis }), scope: () => 'repair', units: ofUnit, run: repair }),
  prune: verb({
    options: v.strictObject({ unit: name, days: v.pipe(v.number(), v.minValue(0)), dryRun: v.boolean() }),
    scope: () => 'prune',
    units: ofUnit,
    run: prune,
  }),
}

export type VerbName = keyof typeof verbs
export const isVerb = (name: string): name is VerbName => Object.hasOwn(verbs, name)
