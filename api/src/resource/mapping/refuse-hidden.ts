import { message, visibleFields, type AnyResource, type Role } from '@adsite/contract'
import { RequestError } from '../../error/request-error.ts'

/**
 * Fields that a role does not receive do not exist for it (contract `Field.roles`): it can neither set them nor
 * discover them by filtering.
 */
export function refuseHidden(resource: AnyResource, role: Role, names: readonly string[]): void {
  const visible: readonly string[] = visibleFields(resource, role)
  const hidden = names.filter((name) => Object.hasOwn(resource.fields, name) && !visible.includes(name))
  if (hidden.length === 0) return
  throw new RequestError('validation_failed', { errors: Object.fromEntries(hidden.map((name) => [name, [message('unknown')]])) })
}
