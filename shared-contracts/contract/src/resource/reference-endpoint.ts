import { isKeyOf } from '../value/keys.ts'
// Imported from a module of its own, because the calls of a build are read off its imports.
import { referenceEndpoints, type SelectEndpoint } from './reference.ts'

/**
 * The select list of a reference's target.
 * @throws if none is declared
 */
export function referenceEndpoint(target: string | undefined): SelectEndpoint {
  if (target === undefined || !isKeyOf(referenceEndpoints, target)) {
    throw new Error(
      `No select list is declared for the reference target "${target}": add it to shared-contracts/contract/src/resource/reference.ts`,
    )
  }
  return referenceEndpoints[target]
}
