import {
  alwaysFresh,
  freshActions,
  freshOnCommit,
  freshUndo,
  freshUnlessDryRun,
  freshWithFields,
  type FreshRule,
} from '../endpoint/fresh.ts'
import type { AnyResource } from './resource.ts'
import type { StateAction } from './state.ts'

/** A state action stands for itself. */
type Write = 'create' | 'update' | 'edit' | 'undo' | 'delete' | 'bulk' | 'import' | StateAction

function ruleOf({ fresh = [], states, list }: AnyResource, write: Write): FreshRule | undefined {
  const isAll = fresh === true
  const moves = isAll || (states !== undefined && fresh.includes(states.field))
  if (typeof write === 'object') return moves || write.fresh ? alwaysFresh : undefined
  if (write === 'bulk') {
    if (moves) return freshUnlessDryRun
    const actions = Object.entries(states?.actions ?? {}).flatMap(([name, action]) => (action.fresh ? [name] : []))
    return actions.length > 0 ? freshActions(actions) : undefined
  }
  if (!isAll && fresh.length === 0) return undefined
  if (write === 'import') return freshOnCommit
  if (isAll) return write === 'edit' || write === 'undo' ? freshUnlessDryRun : alwaysFresh
  if (write === 'update') return freshWithFields(fresh)
  if (write === 'undo') return freshUndo(fresh)
  return write === 'edit' && fresh.some((name) => list.edit?.includes(name)) ? freshUnlessDryRun : undefined
}

/** The `fresh` of a resource's endpoint, from what the resource and the action declare. */
export function freshWrite(resource: AnyResource, write: Write): { fresh?: FreshRule } {
  const fresh = ruleOf(resource, write)
  return fresh ? { fresh } : {}
}
