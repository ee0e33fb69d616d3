import { canaryAudience } from '@adsite/remote/release-format'
import * as v from 'valibot'

const revision = v.pipe(v.number(), v.integer(), v.minValue(1))
const time = v.pipe(v.string(), v.isoTimestamp())

/** A build that is being tried by some accounts. */
export const canary = v.object({ build: v.string(), ...canaryAudience })
export type Canary = v.InferOutput<typeof canary>

/** ch/<channel>/<unit>.json: which build runs for whom; the only object that ever changes. */
export const pointer = v.object({
  rev: revision,
  stable: v.string(),
  /** A second build, tried by some accounts; never of the shell, which has to be there before anybody has signed in. */
  canary: v.nullable(canary),
  /** Builds that were stable and were not left by a rollback; newest first. */
  lastKnownGood: v.array(v.string()),
  /** Builds that a rollback left: never a fallback until they are promoted again; newest first. */
  bad: v.array(v.string()),
  /** Nothing is promoted and nothing moves by itself; people can still roll back. */
  frozen: v.boolean(),
})
export type Pointer = v.InferOutput<typeof pointer>

export const logAction = v.picklist(['promote', 'canary', 'rollback', 'freeze', 'unfreeze', 'repair'])
export type LogAction = v.InferOutput<typeof logAction>

/** What a change was decided on, in figures: of an automatic rollback the error rates of both builds. */
export const evidence = v.record(v.string(), v.unknown())
export type Evidence = v.InferOutput<typeof evidence>

/** log/<channel>/<unit>/<rev>.json: written before the pointer moves to `rev`. */
export const logEntry = v.object({
  rev: revision,
  at: time,
  /** A person or a pipeline; `automaticActor` when the platform did it by itself. */
  who: v.string(),
  why: v.nullable(v.string()),
  action: logAction,
  /** The pointer that it was decided on; null: there was none. */
  from: v.nullable(pointer),
  to: pointer,
  evidence: v.nullable(evidence),
})
export type LogEntry = v.InferOutput<typeof logEntry>

/** `who` of what the platform does by itself. */
export const automaticActor = 'automatic'
