import { may, type Permission } from '@adsite/contract'
import type { Caller } from '../db/scope.ts'

/**
 * Whether the caller has a permission: by their role and, with an API key, by its scopes too. Everything that a call does
 * beyond the permission of its endpoint asks this, so that a key opens nothing through a side door.
 */
export function mayCall({ role, key }: Pick<Caller, 'role' | 'key'>, permission: Permission): boolean {
  return may(role, permission) && (key == null || key.scopes.includes(permission))
}
