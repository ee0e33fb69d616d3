import type { Endpoint } from '../endpoint/endpoint.ts'
import { bulkEditFields, editActions, editFields } from '../resource/edit.ts'
import { visibleFields, type AnyResource } from '../resource/resource.ts'
import { may } from '../role/permission.ts'
import type { Role } from '../role/role.ts'

/** The fields that the cells of a list edit, by the column; a column of a status edits the state that it follows from. */
export type Editable = ReadonlyMap<string, string>

const nothing: Editable = new Map()

/** What a role edits in the lists of a resource; nothing without the endpoint. */
export function editableOf(resource: AnyResource, endpoint: Endpoint | undefined, role: Role | null): Editable {
  const { permissions, states } = resource
  if (!endpoint || role === null || !permissions.update || !may(role, permissions.update)) return nothing
  const visible: readonly string[] = visibleFields(resource, role)
  const own = editFields(resource).filter((name) => visible.includes(name))
  const acts = editActions(resource).some((name) => {
    const rule = states?.actions[name]
    return rule !== undefined && may(role, rule.permission)
  })
  const shown = states && acts ? [states.field, ...(states.shownAs ? [states.shownAs] : [])] : []
  return new Map([...own.map((name) => [name, name] as const), ...shown.map((name) => [name, states?.field ?? name] as const)])
}

/** Whether one of these fields can be edited in many records at once, so that rows are chosen. */
export const editsMany = (resource: AnyResource, editable: Editable): boolean => bulkEditFields(resource).some((name) => editable.has(name))
