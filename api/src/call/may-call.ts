import { may, type Permission } from '@adsite/contract'
import type { Caller } from '../db/scope.ts'
import { RequestError } from '../error/request-error.ts'

/**
 * Whether the caller has a permission: by their role and, with an API key, by its scopes too. Everything that a call does
 * beyond the permission of its endpoint asks this, so that a key opens nothing through a side door.
 */
export function mayCall({ role, key }: Pick<Caller, 'role' | 'key'>, permission: Permission): boolean {
  return may(role, permission) && (key == null || key.scopes.includes(permission))
}

/** Refuses what the scopes of an API key do not permit, and names the scope. */
export function refuseMissingScope(caller: Pick<Caller, 'role' | 'key'>, permission: Permission): void {
  if (mayCall(caller, permission)) return
  throw new RequestError('forbidden', {
    message: {
      ja: `このAPIキーには権限 ${permission} がありません`,
      en: `This API key does not have the scope ${permission}.`,
    },
  })
}
