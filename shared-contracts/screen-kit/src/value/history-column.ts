import { choiceLabel, reasonEntries, relatedEntry, visibleFields, type AnyResource, type RecordColumn, type Role } from '@adsite/contract'
import { fieldOf } from '../base/field-of.ts'

/**
 * The column that describes a history entry: a field that the role receives, the reason of an action, or a
 * related entry; null for anything else.
 */
export function historyColumn(resource: AnyResource, role: Role, name: string): RecordColumn | null {
  if (visibleFields(resource, role).includes(name)) return fieldOf(resource, name)
  const related = relatedEntry(name, role)
  if (related) return related
  if (name === 'reason') return { kind: 'text', label: reasonEntries.reason.label }
  if (name !== 'reason_code') return null
  const codes = Object.values(resource.states?.actions ?? {}).flatMap((rule) => rule.reason?.codes ?? [])
  return {
    kind: 'object',
    label: reasonEntries.reason_code.label,
    describe: (key, locale) => wordsOf(codes, String(key))?.[locale] ?? String(key),
  }
}

/** Actions have their own reason codes; the first list with the key provides the label. */
function wordsOf(codes: readonly NonNullable<RecordColumn['choices']>[], key: string) {
  return codes.map((choices) => choiceLabel(choices, key)).find((label) => label !== undefined)
}
