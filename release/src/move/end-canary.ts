import { quoted, ReleaseError } from '../error/release-error.ts'
import { changePointer, checkBasis, pointerToChange, type Basis } from '../registry/change-pointer.ts'
import { checkName } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import { movedTo, type PointerMoved } from './promote.ts'
import { unitUnknown } from './rollback.ts'

export interface EndCanaryOptions extends Basis {
  readonly unit: string
  readonly channel: string
  readonly who: string
  readonly why: string | null
}

/**
 * Ends a canary without a judgement on its build: everybody receives the stable build, and the canary's may be tried
 * or promoted again. Allowed during a freeze. A rollback ends a canary too, and marks its build as bad.
 * @throws ReleaseError
 */
export async function endCanary(registry: Registry, options: EndCanaryOptions): Promise<PointerMoved> {
  const { unit, channel, who, why } = options
  checkName('unit', unit)
  checkName('channel', channel)
  const what = `The canary of ${unit} was not ended on ${channel}`
  const before = await pointerToChange(registry, { channel, unit, what })
  if (!before) throw await unitUnknown(registry, channel, unit, what)
  const { pointer } = before
  await checkBasis(registry, { channel, unit, what }, before, options, pointer.canary?.build)
  if (!pointer.canary) {
    const advice = `See what runs with ${quoted(channel, 'status', unit)}`
    throw new ReleaseError('no_canary', { what, why: `everybody runs ${pointer.stable}`, advice })
  }
  const after = { ...pointer, canary: null }
  return movedTo(options, before, await changePointer(registry, { channel, unit, action: 'end_canary', who, why, before, after }))
}
