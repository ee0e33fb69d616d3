import { bulkActions, may, type AnyResource, type Endpoint, type Role, type StateAction, type Text } from '@adsite/contract'

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
