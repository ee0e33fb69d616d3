import { bulkActions, may, type AnyResource, type Endpoint, type Role, type StateAction, type Text } from '@adsite/contract'

/** Something that can be done with many records at once. */
export interface BulkAction {
  readonly name: string
  readonly label: Text
  /** Absent: deletes. */
  readonly rule: StateAction | undefined
}

const deletion = { ja: '削除', en: 'Delete' }

/** What the role may do with many records of a resource at once; nothing without the endpoint. */
export function bulkActionsOf(resource: AnyResource, endpoint: Endpoint | undefined, role: Role | null): BulkAction[] {
  if (!endpoint) return []
  return bulkActions(resource).flatMap((name): BulkAction[] => {
    const rule = resource.states?.actions[name]
    const permission = rule?.permission ?? resource.permissions.delete
    return permission && may(role, permission) ? [{ name, label: rule?.label ?? deletion, rule }] : []
  })
}
