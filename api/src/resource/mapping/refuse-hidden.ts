import { listMetrics, message, visibleFields, visibleListMetrics, type AnyResource, type Role } from '@adsite/contract'
import { RequestError } from '../../error/request-error.ts'

/**
 * Fields and metrics that a role does not receive do not exist for it (contract `Field.roles`, `visibleListMetrics`): it can neither set them nor
 * discover them by filtering.
 */
export function refuseHidden(resource: AnyResource, role: Role, names: readonly string[]): void {
  const visible: readonly string[] = [...visibleFields(resource, role), ...visibleListMetrics(resource, role)]
  const known: readonly string[] = [...Object.keys(resource.fields), ...listMetrics(resource)]
  const hidden = names.filter((name) => known.includes(name) && !visible.includes(name))
  if (hidden.length === 0) return
  throw new RequestError('validation_failed', { errors: Object.fromEntries(hidden.map((name) => [name, [message('unknown')]])) })
}
