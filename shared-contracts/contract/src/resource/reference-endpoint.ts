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
      `The reference target "${target}" has no select list: npm run generate:references writes those of entities, others stand in shared-contracts/contract/src/resource/reference.ts`,
    )
  }
  return referenceEndpoints[target]
}
