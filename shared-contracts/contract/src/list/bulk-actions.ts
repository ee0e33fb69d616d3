import type { Endpoint } from '../endpoint/endpoint.ts'
import { bulkActions } from '../resource/bulk.ts'
import type { AnyResource } from '../resource/resource.ts'
import type { StateAction } from '../resource/state.ts'
import { may } from '../role/permission.ts'
import type { Role } from '../role/role.ts'
import type { Text } from '../text/text.ts'

/** An action that can be applied to many records at once. */
export interface BulkAction {
  readonly name: string
  readonly label: Text
  /** Absent: delete. */
  readonly rule: StateAction | undefined
}

const deletion = { ja: '削除', en: 'Delete' }

/** The bulk actions of a resource that the role may use; none without the endpoint. */
export function bulkActionsOf(resource: AnyResource, endpoint: Endpoint | undefined, role: Role | null): BulkAction[] {
  if (!endpoint) return []
  return bulkActions(resource).flatMap((name): BulkAction[] => {
    const rule = resource.states?.actions[name]
    const permission = rule?.permission ?? resource.permissions.delete
    return permission && may(role, permission) ? [{ name, label: rule?.label ?? deletion, rule }] : []
  })
}
