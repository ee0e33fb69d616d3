import { ReleaseError } from '../error/release-error.ts'
import { changePointer, checkBasis, type Basis } from '../registry/change-pointer.ts'
import { readEffectivePointer } from '../registry/effective-pointer.ts'
import { checkName, layout } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import type { Pointer } from '../registry/schemas.ts'
import { readWholeRelease } from '../build/inspect.ts'
import { movedTo, type PointerMoved } from './promote.ts'
import { unitUnknown } from './rollback.ts'

export interface RepairOptions extends Basis {
  readonly unit: string
  readonly channel: string
  /** Author, for the log. */
  readonly who: string
}

/**
 * Restores a pointer that is missing, damaged or refers to an unusable build, as a new revision, from the newest
 * entry of the log whose build is complete. Changes nothing if the pointer works. `from` and the revision are those
 * that status shows.
 *
 * @throws ReleaseError if the log has no such entry
 */
export async function repair(registry: Registry, options: RepairOptions): Promise<PointerMoved> {
  const { unit, channel, who } = options
  checkName('unit', unit)
  checkName('channel', channel)
  const what = `The pointer of ${unit} on ${channel} was not repaired`
  // A pointer that cannot be read has the state that status shows for it.
  await checkBasis(registry, { channel, unit, what }, await readEffectivePointer(registry, channel, unit), options)
  const isComplete = (build: string) => completeBuild(registry, unit, build, what)
  const stored = await registry.storage.read(layout.pointer(channel, unit))
  const found = await readEffectivePointer(registry, channel, unit, ({ stable }) => isComplete(stable))
  if (!found) {
    if ((await registry.listLog(channel, unit)).length === 0) throw await unitUnknown(registry, channel, unit, what)
    throw new ReleaseError('registry_damaged', {
      what,
      why: 'no entry of its log has a build that is complete',
      advice: 'Publish a build, which prints the command that promotes it',
      commands: [['publish', unit]],
    })
  }
  const { pointer, damage } = found
  const before = { pointer, etag: stored?.etag ?? null }
  if (damage === null) return movedTo({ unit, channel }, before, before)
  const after: Pointer = { ...pointer, canary: pointer.canary && (await isComplete(pointer.canary.build)) ? pointer.canary : null }
  const moved = await changePointer(registry, { channel, unit, action: 'repair', who, why: damage, before, after })
  return movedTo({ unit, channel }, before, moved)
}

async function completeBuild(registry: Registry, unit: string, build: string, what: string): Promise<boolean> {
  try {
    await readWholeRelease(registry, unit, build, what)
    return true
  } catch (error) {
    if (error instanceof ReleaseError) return false
    throw error
  }
}
