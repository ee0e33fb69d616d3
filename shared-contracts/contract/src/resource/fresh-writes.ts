import { alwaysFresh, freshOnCommit, freshUndo, freshUnlessDryRun, freshWithFields, type FreshRule } from '../endpoint/fresh.ts'
import type { AnyResource } from './resource.ts'

type Write = 'create' | 'update' | 'edit' | 'undo' | 'delete' | 'action' | 'bulk' | 'import'

function ruleOf({ fresh, states, list }: AnyResource, write: Write): FreshRule | undefined {
  if (fresh === undefined) return undefined
  if (write === 'import') return freshOnCommit
  if (fresh === true) return write === 'bulk' || write === 'edit' || write === 'undo' ? freshUnlessDryRun : alwaysFresh
  if (write === 'update') return freshWithFields(fresh)
  if (write === 'undo') return freshUndo(fresh)
  if (write === 'edit') return fresh.some((name) => list.edit?.includes(name)) ? freshUnlessDryRun : undefined
  const moves = states !== undefined && fresh.includes(states.field)
  if (write === 'action') return moves ? alwaysFresh : undefined
  return write === 'bulk' && moves ? freshUnlessDryRun : undefined
}

/** The `fresh` of a resource's endpoint, from what the resource declares. */
export function freshWrite(resource: AnyResource, write: Write): { fresh?: FreshRule } {
  const fresh = ruleOf(resource, write)
  return fresh ? { fresh } : {}
}
