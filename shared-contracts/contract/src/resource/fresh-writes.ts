import { alwaysFresh, freshOnCommit, freshUndo, freshUnlessDryRun, freshWithFields, type FreshRule } from '../endpoint/fresh.ts'
import type { AnyResource } from './resource.ts'

type Write = 'create' | 'update' | 'undo' | 'delete' | 'action' | 'bulk' | 'import'

function ruleOf({ fresh, states }: AnyResource, write: Write): FreshRule | undefined {
  if (fresh === undefined) return undefined
  if (write === 'import') return freshOnCommit
  if (fresh === true) return write === 'bulk' || write === 'undo' ? freshUnlessDryRun : alwaysFresh
  if (write === 'update') return freshWithFields(fresh)
  if (write === 'undo') return freshUndo(fresh)
  const moves = states !== undefined && fresh.includes(states.field)
  if (write === 'action') return moves ? alwaysFresh : undefined
  return write === 'bulk' && moves ? freshUnlessDryRun : undefined
}

/** The `fresh` of a resource's endpoint, from what the resource declares. */
export function freshWrite(resource: AnyResource, write: Write): { fresh?: FreshRule } {
  const fresh = ruleOf(resource, write)
  return fresh ? { fresh } : {}
}
