import type * as v from 'valibot'
import type { VerbName, verbs } from '../access/verbs.ts'
import { diff as diffIn } from '../actions/diff.ts'
import { doctor as doctorIn } from '../actions/doctor.ts'
import { history as historyIn } from '../actions/history.ts'
import { prune as pruneIn } from '../actions/prune.ts'
import { publish as publishIn, unsignedRelease, type Published, type PublishOptions } from '../actions/publish.ts'
import { status as statusIn } from '../actions/status.ts'
import { readBuildDirectory } from '../build/build-directory.ts'
import { ReleaseError } from '../error/release-error.ts'
import { endCanary as endCanaryIn } from '../move/end-canary.ts'
import { freeze as freezeIn, unfreeze as unfreezeIn } from '../move/freeze.ts'
import { promoteTogether as promoteTogetherIn } from '../move/promote-together.ts'
import { promote as promoteIn } from '../move/promote.ts'
import { repair as repairIn } from '../move/repair.ts'
import { rollbackSet as rollbackSetIn, rollbackTogether as rollbackTogetherIn } from '../move/rollback-together.ts'
import { rollback as rollbackIn } from '../move/rollback.ts'
import type { Registry } from '../registry/registry.ts'
import { configuredKeys } from '../signing/key-source.ts'
import { isSite, type Place } from './place.ts'

/** Options that a site does not take: it knows from the token who asks, and fetches no address for others. */
type LocalOnly = 'who' | 'evidence' | 'site' | 'permit'
type Missing<N extends VerbName, O> = Exclude<keyof O, LocalOnly | keyof v.InferOutput<(typeof verbs)[N]['options']>>
/** Refuses a verb with an option that cannot be sent (../access/verbs.ts). */
type Sendable<N extends VerbName, O> = [Missing<N, O>] extends [never] ? unknown : { readonly cannotBeSent: Missing<N, O> }

/**
 * A verb that works on both: in a registry by itself, on a site by asking it with the same options.
 */
const over =
  <N extends VerbName, O extends object, R>(verb: N, local: ((registry: Registry, options: O) => Promise<R>) & Sendable<N, O>) =>
  (place: Place, options: O): Promise<R> => {
    if (!isSite(place)) return local(place, options)
    const asked = Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'who'))
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the site runs the same function and answers with its result
    return place.call(verb, asked) as Promise<R>
  }

export const diff = over('diff', diffIn)
export const doctor = over('doctor', doctorIn)
export const endCanary = over('endCanary', endCanaryIn)
export const freeze = over('freeze', freezeIn)
export const history = over('history', historyIn)
export const promote = over('promote', promoteIn)
export const promoteTogether = over('promoteTogether', promoteTogetherIn)
export const prune = over('prune', pruneIn)
export const repair = over('repair', repairIn)
export const rollback = over('rollback', rollbackIn)
export const rollbackSet = over('rollbackSet', rollbackSetIn)
export const rollbackTogether = over('rollbackTogether', rollbackTogetherIn)
export const status = over('status', statusIn)
export const unfreeze = over('unfreeze', unfreezeIn)

/** Publishes to a registry, or signs a build here and sends it to a site, which checks it again. */
export async function publish(place: Place, options: PublishOptions): Promise<Published> {
  if (!isSite(place)) return publishIn(place, options)
  const { unit, from, channel, buildCommand } = options
  const directory = await readBuildDirectory(unit, from, buildCommand)
  const keys = configuredKeys(process.env)
  if (!keys) {
    throw new ReleaseError('signing_key_missing', {
      what: `The build ${directory.unit.manifest.build} of ${unit} was not sent`,
      why: 'RELEASE_SIGNING_KEY is not set',
      advice: 'Make a pair with "release keygen": the private key belongs here, the public one to the site',
    })
  }
  const release = keys.sign(unsignedRelease(options, directory, new Date()))
  const maps = [...directory.sourceMaps].map(([script, map]) => [`${script}.map`, map] as const)
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the site publishes with the same function and answers with its result
  return (await place.send(release, new Map([...directory.bytes, ...maps]), channel)) as Published
}
