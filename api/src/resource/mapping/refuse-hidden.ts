import { deliverySides, listMetrics, message, visibleFields, visibleListMetrics, type AnyResource } from '@adsite/contract'
import { mayCall, requirePermission } from '../../call/may-call.ts'
import type { Caller } from '../../db/scope.ts'
import { RequestError } from '../../error/request-error.ts'

/** Whether the caller reads the delivery of a list at all: with an API key, the scope of its report is needed, too. */
export function readsDelivery({ list: { delivery } }: AnyResource, caller: Pick<Caller, 'role' | 'key'>): boolean {
  return delivery !== undefined && mayCall(caller, deliverySides[delivery.side].permission)
}

/**
 * Refuses fields and metrics that the caller's role does not receive (contract `Field.roles`, `visibleListMetrics`) as unknown, so
 * that it can neither set them nor discover them by filtering. An API key without the scope of the delivery is told which scope.
 */
export function refuseHidden(resource: AnyResource, caller: Pick<Caller, 'role' | 'key'>, names: readonly string[]): void {
  const metrics: readonly string[] = listMetrics(resource)
  const visible: readonly string[] = [...visibleFields(resource, caller.role), ...visibleListMetrics(resource, caller.role)]
  const hidden = names.filter((name) => (name in resource.fields || metrics.includes(name)) && !visible.includes(name))
  if (hidden.length > 0)
    throw new RequestError('validation_failed', { errors: Object.fromEntries(hidden.map((name) => [name, [message('unknown')]])) })
  const { delivery } = resource.list
  if (delivery && names.some((name) => metrics.includes(name))) requirePermission(caller, deliverySides[delivery.side].permission)
}
