import { may, type Permission, type Text } from '@adsite/contract'
import type { Caller } from '../db/scope.ts'
import { RequestError } from '../error/request-error.ts'

/**
 * Whether the caller has a permission: by their role and, with an API key, by its scopes too. Everything that a call does
 * beyond the permission of its endpoint asks this, so that a key opens nothing through a side door.
 */
export function mayCall({ role, key }: Pick<Caller, 'role' | 'key'>, permission: Permission): boolean {
  return may(role, permission) && (key == null || key.scopes.includes(permission))
}

const scopeMissing = (permission: string): Text => ({
  ja: `このAPIキーには権限 ${permission} がありません`,
  en: `This API key does not have the scope ${permission}.`,
})

/** Throws `forbidden` unless the caller has the permission; says which scope a key lacks where the role has it. */
export function requirePermission(caller: Pick<Caller, 'role' | 'key'>, permission: Permission): void {
  if (mayCall(caller, permission)) return
  throw new RequestError('forbidden', may(caller.role, permission) ? { message: scopeMissing(permission) } : {})
}
