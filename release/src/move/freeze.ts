import { quoted, ReleaseError } from '../error/release-error.ts'
import { changePointer, checkBasis, pointerToChange, type Basis } from '../registry/change-pointer.ts'
import { checkName } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import { movedTo, type PointerMoved } from './promote.ts'
import { givenReason, unitUnknown } from './rollback.ts'

export interface FreezeOptions extends Basis {
  readonly unit: string
  readonly channel: string
  readonly who: string
  readonly reason: string
}

/**
 * Freezes a unit: promotions are refused and automatic rollbacks are suspended until it is unfrozen. Manual
 * rollbacks still work.
 * @throws ReleaseError
 */
export function freeze(registry: Registry, options: FreezeOptions): Promise<PointerMoved> {
  return setFrozen(registry, options, true)
}

/**
 * Allows promotions of a unit again.
 * @throws ReleaseError
 */
export function unfreeze(registry: Registry, options: FreezeOptions): Promise<PointerMoved> {
  return setFrozen(registry, options, false)
}

async function setFrozen(registry: Registry, options: FreezeOptions, frozen: boolean): Promise<PointerMoved> {
  const { unit, channel, who } = options
  const action = frozen ? 'freeze' : 'unfreeze'
  checkName('unit', unit)
  checkName('channel', channel)
  const what = `${unit} was not ${frozen ? 'frozen' : 'unfrozen'} on ${channel}`
  const why = givenReason(options.reason, what, frozen ? 'why it has to stay as it is' : 'why it may change again')
  const before = await pointerToChange(registry, { channel, unit, what })
  if (!before) throw await unitUnknown(registry, channel, unit, what)
  await checkBasis(registry, { channel, unit, what }, before, options)
  // A freeze that is asked for twice is refused: the log has only the reason of whoever came first.
  if (before.pointer.frozen === frozen) {
    const state = frozen ? `is frozen on ${channel} already` : `is not frozen on ${channel}`
    throw new ReleaseError('unchanged', {
      what,
      why: `${unit} ${state}`,
      advice: `See who changed it with ${quoted(channel, 'history', unit)}`,
    })
  }
  const moved = await changePointer(registry, { channel, unit, action, who, why, before, after: { ...before.pointer, frozen } })
  return movedTo(options, before, moved)
}
