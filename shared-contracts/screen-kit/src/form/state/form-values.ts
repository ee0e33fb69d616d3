import { grouped, normaliseValue, visibleFields, type Access, type AnyResource, type Field, type Fields, type Role } from '@adsite/contract'
import type { KitRecord } from '../../base/resource-endpoints.ts'
import { fieldOf } from '../../base/field-of.ts'

/**
 * Value of an input: text, rich text and amounts as typed ('' when empty); booleans; lists of keys or ids;
 * choices, references, days and instants or null.
 */
export type FormValue = string | number | boolean | readonly string[] | readonly number[] | Readonly<Record<string, unknown>> | null
export type FormValues = Record<string, FormValue>

/** Values for inputs of a resource, by its fields. */
export type ValuesOf<R extends AnyResource> = Readonly<Partial<Record<keyof R['fields'] & string, FormValue>>>

const typedKinds: readonly Field['kind'][] = ['text', 'multiline', 'html', 'digits', 'zip', 'url', 'integer', 'money', 'rate']

/** Whether the field is a text input. */
export function isTyped(field: Field): boolean {
  return typedKinds.includes(field.kind)
}

/** Shows the database value `1000.000000` as `1000` in the input. */
function plainAmount(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/u, '') : amount
}

function formValue(field: Field, value: unknown): FormValue {
  if (value === null || value === undefined) {
    if (isTyped(field)) return ''
    // An unchecked box means no.
    return field.kind === 'boolean' ? false : null
  }
  if (field.kind === 'money' || field.kind === 'rate') return plainAmount(String(value))
  if (field.kind === 'integer') return String(value)
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the JSON form of a field of the other kinds is what its input holds
  return value as FormValue
}

/** The fields that a form of a record, or of a new one (null), offers a role, in the order of the resource's sections. */
export function formFields(resource: AnyResource, record: Readonly<Record<string, unknown>> | null, role: Role | null): string[] {
  const visible: readonly string[] = role === null ? [] : visibleFields(resource, role)
  const accesses: readonly Access[] = record ? ['write'] : ['write', 'create']
  const isOpen = ({ access, once }: Field, value: unknown) => accesses.includes(access) && !(once && (value ?? null) !== null)
  return resource.sections
    .flatMap((section) => section.fields)
    .filter((name) => visible.includes(name) && isOpen(fieldOf(resource, name), record?.[name]))
}

const named = (fields: Fields, name: string): Field => fieldOf({ name: 'form', fields }, name)

/** Initial input values: those of a record, or empty ones. */
export function formValues(fields: Fields, names: readonly string[], record: KitRecord | null): FormValues {
  return Object.fromEntries(names.map((name) => [name, formValue(named(fields, name), record?.[name])]))
}

/** Initial values for a new record from the URL (`?company_id=5`): references and choices, so that links can prefill the form. */
export function addressedValues(fields: Fields, names: readonly string[], search: URLSearchParams): FormValues {
  return Object.fromEntries(
    names.flatMap((name): [string, FormValue][] => {
      const { kind, choices } = named(fields, name)
      const given = search.get(name)
      if (given === null) return []
      if (kind === 'reference') return /^[1-9]\d{0,14}$/u.test(given) ? [[name, Number(given)]] : []
      return kind === 'choice' && choices?.keys.includes(given) ? [[name, given]] : []
    }),
  )
}

/** A key made of the records that the URL of a new record names; identifies the form's draft. Empty if there are none. */
export function addressedOwners(fields: Fields, names: readonly string[], search: URLSearchParams): string {
  const references = names.filter((name) => named(fields, name).kind === 'reference')
  return Object.entries(addressedValues(fields, references, search))
    .map(([name, id]) => `${name}=${String(id)}`)
    .join('&')
}

/** Converts values to a JSON body: normalised, empty ones as null, without values that are not currently fields of the form. */
export function bodyOf(fields: Fields, values: Readonly<FormValues>): Record<string, unknown> {
  const known = Object.entries(values).flatMap(([name, value]) => {
    const field = fields[name]
    return field ? [[name, normaliseValue(field, value ?? null)] as const] : []
  })
  return Object.fromEntries(known)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Compares values; lists and objects by content. */
export function isSame(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return a === b
  const [before, after] = [Object.entries(a), new Map(Object.entries(b))]
  return before.length === after.size && before.every(([name, value]) => after.has(name) && isSame(value, after.get(name)))
}

/** The part of `values` that differs from `before`, as a body. Compares values, so an edit that is undone is not a change. */
export function changedBody(fields: Fields, before: Readonly<FormValues>, values: Readonly<FormValues>): Record<string, unknown> {
  const old = bodyOf(fields, before)
  return Object.fromEntries(Object.entries(bodyOf(fields, values)).filter(([name, value]) => !isSame(value, old[name])))
}

/** The inputs, as typed, whose bodies differ from `before`. */
export function changedInputs(fields: Fields, before: Readonly<FormValues>, values: Readonly<FormValues>): FormValues {
  return Object.fromEntries(Object.keys(changedBody(fields, before, values)).map((name) => [name, values[name] ?? null]))
}

/** Formats `1234567.5` as `1,234,567.5`; anything that is not an amount stays as typed. */
export function groupThousands(amount: string): string {
  return /^-?\d+(\.\d+)?$/u.test(amount) ? grouped(amount) : amount
}

/** The value of an input after blur: normalised as it will be stored; unparsable input stays as typed. */
export function normalisedInput(field: Field, value: FormValue): FormValue {
  return isTyped(field) ? String(normaliseValue(field, value) ?? '') : value
}
