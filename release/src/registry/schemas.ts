import { canaryAudience } from '@adsite/remote/release-format'
import * as v from 'valibot'

const revision = v.pipe(v.number(), v.integer(), v.minValue(1))
const time = v.pipe(v.string(), v.isoTimestamp())

/** A build that some accounts receive instead of the stable one. */
export const canary = v.object({ build: v.string(), ...canaryAudience })
export type Canary = v.InferOutput<typeof canary>

/** ch/<channel>/<unit>.json: the builds of a unit and who receives them. The only mutable object. */
export const pointer = v.object({
  rev: revision,
  stable: v.string(),
  /** Never used for the shell, which has to load before anybody has signed in. */
  canary: v.nullable(canary),
  /** Former stable builds that were not rolled back, newest first. */
  lastKnownGood: v.array(v.string()),
  /** Builds that were rolled back, newest first. They are no fallback until promoted again. */
  bad: v.array(v.string()),
  /** Suspends promotions and automatic changes; manual rollbacks still work. */
  frozen: v.boolean(),
  /** Revision of the last change that open pages had to follow at once (`rollback --now`). Absent: there was none. */
  now: v.optional(revision),
})
export type Pointer = v.InferOutput<typeof pointer>

export const logAction = v.picklist(['promote', 'canary', 'end_canary', 'rollback', 'freeze', 'unfreeze', 'repair'])
export type LogAction = v.InferOutput<typeof logAction>

/** The figures behind a change; for an automatic rollback the error rates of both builds. */
export const evidence = v.record(v.string(), v.unknown())
export type Evidence = v.InferOutput<typeof evidence>

/** Units that were changed together; `id` is unique to the change. */
export const changeSet = v.object({ id: v.string(), units: v.array(v.string()) })
export type ChangeSet = v.InferOutput<typeof changeSet>

/** log/<channel>/<unit>/<rev>.json: written before the pointer moves to `rev`. */
export const logEntry = v.object({
  rev: revision,
  /** Time by the clock of the registry. */
  at: time,
  /** A person or a pipeline; `automaticActor` for the platform itself. */
  who: v.string(),
  why: v.nullable(v.string()),
  action: logAction,
  /** The pointer before the change; null if there was none. */
  from: v.nullable(pointer),
  to: pointer,
  evidence: v.nullable(evidence),
  set: v.optional(changeSet),
})
export type LogEntry = v.InferOutput<typeof logEntry>

/** `who` of automatic changes. */
export const automaticActor = 'automatic'
