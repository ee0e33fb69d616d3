import { randomUUID } from 'node:crypto'
import { ReleaseError } from '../error/release-error.ts'
import { changePointer, type PointerChange } from '../registry/change-pointer.ts'
import type { CurrentPointer, Registry } from '../registry/registry.ts'
import type { Pointer } from '../registry/schemas.ts'
import { movedTo, type PointerMoved } from './promote.ts'

export interface Step {
  readonly unit: string
  readonly before: CurrentPointer | null
  /** null: it is so already. */
  readonly after: Omit<Pointer, 'rev' | 'now'> | null
}

interface Done {
  readonly unit: string
  readonly before: CurrentPointer | null
  readonly now: CurrentPointer
}

/** Refuses a set that names a unit twice. */
export function checkDistinct(units: readonly string[], what: string): void {
  const repeated = units.find((unit, index) => units.indexOf(unit) !== index)
  if (repeated === undefined) return
  throw new ReleaseError('unit_repeated', { what, why: `${repeated} is named twice`, advice: 'Name each unit once' })
}

/**
 * Moves pointers one after the other as one set. If one move fails, the earlier ones are undone.
 * @throws ReleaseError
 */
export async function moveTogether(
  registry: Registry,
  change: Pick<PointerChange, 'channel' | 'action' | 'who' | 'why' | 'now'> & { readonly what: string; readonly steps: readonly Step[] },
): Promise<PointerMoved[]> {
  const { what, steps, ...rest } = change
  const { channel } = change
  const set = { id: randomUUID(), units: steps.filter(({ after }) => after !== null).map(({ unit }) => unit) }
  const done: Done[] = []
  for (const { unit, before, after } of steps) {
    try {
      const now = after ? await changePointer(registry, { ...rest, unit, before, after, set }) : before
      if (now) done.push({ unit, before, now })
    } catch (error) {
      const stayed = await putBack(registry, change, done)
      if (!(error instanceof ReleaseError)) throw error
      const left = stayed.length > 0 ? `; ${stayed.join(', ')} could not be put back` : ''
      const { code, why, advice, commands } = error
      throw new ReleaseError(code, { what: `${what}, and what had moved was put back${left}`, why, advice, commands })
    }
  }
  return done.map(({ unit, before, now }) => movedTo({ unit, channel }, before, now))
}

/** Undoes moves, newest first; returns the units that were changed by others meanwhile, or that had no build before. */
async function putBack(
  registry: Registry,
  { channel, who }: Pick<PointerChange, 'channel' | 'who'>,
  done: readonly Done[],
): Promise<string[]> {
  const stayed: string[] = []
  for (const { unit, before, now } of done.toReversed()) {
    if (before?.pointer.rev === now.pointer.rev) continue
    const why = 'Not all of the builds that belong together could be moved'
    const undone = before && changePointer(registry, { channel, unit, action: 'rollback', who, why, before: now, after: before.pointer })
    await (undone ?? Promise.reject(new Error('nothing ran before'))).catch(() => stayed.push(unit))
  }
  return stayed
}
