import type { Endpoint } from '@adsite/contract'
import { isBelow } from './cache.ts'
import { randomHex } from './random-hex.ts'

interface Unanswered {
  readonly path: string
  readonly key: string
}

/** Creates that have not been answered with success, by account, address and body. Each may have been done all the same. */
const unanswered = new Map<string, Unanswered>()

/** An Idempotency-Key. */
export const randomKey = (): string => randomHex(16)

/**
 * The Idempotency-Key of a create, one per intention (spec/quality "Double submit"): sent again after a lost answer, the same
 * input has the same key; other input, or the same once more after it was created, has another.
 */
export function keyOfCreate({ path }: Endpoint, intention: string): string {
  const known = unanswered.get(intention) ?? { path, key: randomKey() }
  unanswered.set(intention, known)
  return known.key
}

/**
 * Takes note of a write that succeeded. Whoever changes or deletes records of a kind has seen which there are: to create the
 * same once more is another intention then, which would otherwise be answered as the first one was.
 */
export function noteSuccess({ kind, stale = [] }: Endpoint, intention: string | null): void {
  if (intention !== null) unanswered.delete(intention)
  if (kind === 'create') return
  for (const [other, { path }] of unanswered) if (stale.some((root) => isBelow(path, root))) unanswered.delete(other)
}
