import { normaliseValue, type Access, type Field, type Fields, type AnyResource } from '@adsite/contract'
import type { KitRecord } from '../base/resource-endpoints.ts'

/** What the inputs hold: texts, rich ones too, and amounts as typed ('' when empty); yes or no; lists of keys; choices, references, days and instants or null. */
export type FormValue = string | number | boolean | readonly string[] | null
export type FormValues = Record<string, FormValue>

const typedKinds: readonly Field['kind'][] = ['text', 'multiline', 'html', 'digits', 'zip', 'url', 'integer', 'money']

/** Kinds that are typed into a text box. */
export function isTyped(field: Field): boolean {
  return typedKinds.includes(field.kind)
}

/** `1000.000000` of the database is `1000` to whoever edits it. */
function plainAmount(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/u, '') : amount
}

function formValue(field: Field, value: unknown): FormValue {
  if (value === null || value === undefined) {
    if (isTyped(field)) return ''
    // A box that is not ticked says no.
    return field.kind === 'boolean' ? false : null
  }
  if (field.kind === 'money') return plainAmount(String(value))
  if (field.kind === 'integer') return String(value)
  return value as FormValue
}

/** The fields that a form offers, in the order of the resource's sections. */
export function formFields(resource: AnyResource, access: readonly Access[]): string[] {
  return resource.sections.flatMap((section) => section.fields).filter((name) => access.includes(resource.fields[name]!.access))
}

/** Values for the inputs: of a record, or empty ones. */
export function formValues(fields: Fields, names: readonly string[], record: KitRecord | null): FormValues {
  return Object.fromEntries(names.map((name) => [name, formValue(fields[name]!, record?.[name])]))
}

function bodyValue(field: Field, value: FormValue | undefined): unknown {
  const normal = normaliseValue(field.kind, value ?? null)
  // Not a number: handed over as typed, so that the schema names the fault.
  if (field.kind === 'integer' && typeof normal === 'string') return /^-?\d+$/u.test(normal) ? Number(normal) : normal
  return normal
}

/** The JSON body of the values: normalised, empty ones null. */
export function bodyOf(fields: Fields, values: Readonly<FormValues>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, bodyValue(fields[name]!, value)]))
}

/** Compares values, lists of keys by what is in them. */
export function isSame(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((key, index) => key === b[index]) : a === b
}

/** What of `values` differs from `before`, as a body. Compares values, so typing something and undoing it is no change. */
export function changedBody(fields: Fields, before: Readonly<FormValues>, values: Readonly<FormValues>): Record<string, unknown> {
  const old = bodyOf(fields, before)
  return Object.fromEntries(Object.entries(bodyOf(fields, values)).filter(([name, value]) => !isSame(value, old[name])))
}

/** `1234567.5` as `1,234,567.5`; what is no amount stays as it was typed. */
export function groupThousands(amount: string): string {
  if (!/^\d+(\.\d+)?$/u.test(amount)) return amount
  const [whole = '', fraction] = amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/gu, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** What an input shows once it is left: full-width digits made half-width, spaces at the ends dropped. */
export function normalisedInput(field: Field, value: FormValue): FormValue {
  return isTyped(field) ? ((normaliseValue(field.kind, value) as string | null) ?? '') : value
}
