import type { AnyResource, Choices, Field } from '@adsite/contract'

/** The field of that name. */
export function fieldOf({ name: resource, fields }: Pick<AnyResource, 'name' | 'fields'>, name: string): Field {
  const field = fields[name]
  if (!field) throw new Error(`The resource "${resource}" has no field "${name}"`)
  return field
}

/** The choices of a field of the kinds `choice` and `choices`. */
export function choicesOf({ choices, label }: Pick<Field, 'choices' | 'label'>): Choices {
  if (!choices) throw new Error(`The field "${label.en}" has no choices`)
  return choices
}
